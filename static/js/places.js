// Adds the followed players to the chart of places, for who follows somebody (follow.js). Everybody's places are one
// stored answer, which all who look at the division share; the lines are drawn here, over a copy of the chart, on a
// scale that has room for them.

const AT_MOST = 3;
const LINE = 15;
const NEAREST = 12;
const FEWEST_LETTERS = 3;
const COLOURS = 6;
const DASHES = ["", "8 4", "2 3", "10 3 2 3", "5 2", "1 5"];
const [, , slug, division] = location.pathname.split("/");
const KEPT = `follow ${slug}`;
const ANSWER = `/api/v1/events/${slug}/divisions/${division}/statistics`;
const cards = new URL("../player/", location).pathname;
const chosen = new URLSearchParams(location.search).has("with");

const all = (css, root) => [...root.querySelectorAll(css)];
const atOf = (path) => path.getAttribute("d").match(/[\d.]+/g).map(Number);

let asked = "";

async function draw() {
  const plain = document.getElementById("places");
  const others = JSON.parse(localStorage[KEPT] ?? "[]")
    .filter((card) => card.startsWith(cards) && !plain?.querySelector(`a[href="${CSS.escape(card)}"]`))
    .slice(-AT_MOST);
  asked = others.join(" ");
  const before = asked;
  let section = null;
  if (plain && others.length) {
    const answer = await fetch(ANSWER).catch(() => null);
    if (!answer?.ok) return;
    const { places } = await answer.json();
    if (asked !== before) return;
    section = withOthers(plain, others, new Map(places.map((one) => [one.entry, one])));
  }
  document.getElementById("places-followed")?.remove();
  if (plain) plain.hidden = Boolean(section);
  if (section) plain.after(section);
}

/** Returns the section of the chart with others in it, under names of its own. */
function withOthers(plain, others, byNumber) {
  const section = plain.cloneNode(true);
  section.hidden = false;
  section.id = "places-followed";
  section.querySelector("form")?.remove();
  section.querySelector("h2").id = "places-followed-head";
  section.setAttribute("aria-labelledby", "places-followed-head");
  const body = section.querySelector("tbody");
  const first = body.rows.length;
  const lines = others
    .map((href) => ({ href, ...byNumber.get(Number(href.split("/").at(-2))) }))
    .filter(({ places }) => places?.some((place) => place !== null));
  for (const [at, line] of lines.entries()) body.append(rowOf(body.rows[0], line, first + at));
  for (const chart of all("svg.chart", section)) redraw(chart, lines, first);
  return section;
}

function rowOf(model, { href, name, entry, places }, number) {
  const row = model.cloneNode(true);
  const link = row.querySelector("a");
  row.querySelector(".follow")?.remove();
  Object.assign(link, { href, textContent: name });
  row.querySelector(".no").textContent = `#${entry}`;
  row.cells[1].textContent = places.map((place) => place ?? "–").join(", ");
  for (const path of all(".swatch path", row)) colour(path, number);
  return row;
}

function colour(path, number) {
  const [kind] = path.classList;
  path.setAttribute("class", `${kind} series-${number % COLOURS}`);
  const dash = DASHES[(number + Math.floor(number / COLOURS)) % DASHES.length];
  path.removeAttribute("stroke-dasharray");
  if (dash && kind === "line") path.setAttribute("stroke-dasharray", dash);
}

function redraw(chart, lines, first) {
  const grid = all(".grid-line", chart).map((path) => ({ path, text: path.nextElementSibling, at: atOf(path)[1] }));
  const ticks = all(".tick", chart).map((path) => ({ at: atOf(path), round: Number(path.nextElementSibling.textContent) }));
  const along = scale(ticks.map(({ at: [x], round }) => [round, x]));
  const [, floor] = ticks[0].at;
  const down = scale(grid.map(({ text, at }) => [Number(text.textContent), at]));
  const top = down(1);
  const last = 1 + (floor - top) / (down(2) - top);
  const worst = Math.max(last, ...lines.flatMap(({ places }) => places));
  const squeezed = (y) => top + ((y - top) * (last - 1)) / (worst - 1);
  squeeze(chart, grid, squeezed, { floor, worst, isLonger: worst > last });
  const y = (place) => top + ((place - 1) / (worst - 1)) * (floor - top);
  const model = all(".label", chart)[0];
  for (const [at, { name, places }] of lines.entries()) {
    const points = places.map((place, round) => place && `${along(round + 1).toFixed(1)} ${y(place).toFixed(1)}`);
    const steps = points.map((point, round) => point && `${points[round - 1] ? "L" : "M"}${point}`);
    add(chart, "line", steps.filter(Boolean).join(""), first + at);
    add(chart, "dots", points.filter(Boolean).map((point) => `M${point}h0`).join(""), first + at);
    if (model) label(chart, model, { name, place: places.findLast((place) => place), number: first + at, y });
  }
  part(all(".label", chart), top, floor);
}

/** Returns the straight line through the first and the last of some points. */
function scale(points) {
  const [one, other] = [points[0], points.at(-1)];
  const step = (other[1] - one[1]) / (other[0] - one[0]);
  return (value) => one[1] + (value - one[0]) * step;
}

/** Moves all that is drawn up, so that the worst place has room below it. */
function squeeze(chart, grid, squeezed, { floor, worst, isLonger }) {
  if (!isLonger) return;
  const move = (_, mark, x, y) => `${mark}${x} ${squeezed(Number(y)).toFixed(1)}`;
  for (const path of all(":is(.line, .dots)", chart)) {
    path.setAttribute("d", path.getAttribute("d").replace(/([ML])([\d.]+) ([\d.]+)/g, move));
  }
  for (const text of all(".label", chart)) text.setAttribute("y", squeezed(text.getAttribute("y") - 4) + 4);
  const end = grid[0].path.cloneNode();
  const figure = grid[0].text.cloneNode();
  figure.textContent = worst;
  grid[0].path.before(end, figure);
  let above = -Infinity;
  const marks = grid.map((one) => ({ ...one, at: squeezed(one.at) })).sort((one, other) => one.at - other.at);
  for (const { path, text, at } of [...marks, { path: end, text: figure, at: floor }]) {
    const isKept = at === floor || (at - above >= NEAREST && floor - at >= NEAREST);
    if (!isKept) {
      path.remove();
      text.remove();
      continue;
    }
    const [left, , right] = atOf(path);
    path.setAttribute("d", `M${left} ${at.toFixed(1)}H${right}`);
    text.setAttribute("y", at + 4);
    above = at;
  }
}

function add(chart, kind, steps, number) {
  const path = document.createElementNS(chart.namespaceURI, "path");
  path.setAttribute("class", kind);
  path.setAttribute("d", steps);
  colour(path, number);
  chart.append(path);
}

function label(chart, model, { name, place, number, y }) {
  const text = model.cloneNode();
  const room = Math.max(...all(".label", chart).map((one) => one.textContent.length));
  const left = room - `${place}`.length - 1;
  const cut = name.length > left ? `${name.slice(0, left - 1).trimEnd()}…` : name;
  text.textContent = left < FEWEST_LETTERS ? place : `${place} ${cut}`;
  text.setAttribute("class", `label series-${number % COLOURS}`);
  text.setAttribute("y", y(place) + 4);
  chart.append(text);
}

/** Parts labels that lie over each other, as the server does. */
function part(labels, top, floor) {
  const order = labels.map((text) => ({ text, at: text.getAttribute("y") - 4 })).sort((one, other) => one.at - other.at);
  let least = top;
  for (const one of order) {
    one.at = Math.max(one.at, least);
    least = one.at + LINE;
  }
  let most = floor;
  for (const one of order.reverse()) {
    one.at = Math.min(one.at, most);
    most = one.at - LINE;
    one.text.setAttribute("y", (one.at + 4).toFixed(1));
  }
}

if (!chosen) {
  draw();
  document.addEventListener("live", draw);
  addEventListener("storage", draw);
}
