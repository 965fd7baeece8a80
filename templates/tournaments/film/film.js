"use strict";
(() => {
  const reel = JSON.parse(document.getElementById("reel").textContent);
  const words = reel.words;
  const byId = (id) => document.getElementById(id);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let division = reel.divisions.find((one) => one.rounds.length);
  if (!division) return;
  let at = 0;
  let timer = 0;

  const cell = (row, text, kind) => {
    const made = document.createElement("td");
    made.textContent = text;
    if (kind) made.className = kind;
    row.append(made);
  };
  const head = (table, titles) => {
    const row = table.createTHead().insertRow();
    for (const title of titles) {
      const made = document.createElement(title ? "th" : "td");
      if (title) made.scope = "col";
      made.textContent = title;
      row.append(made);
    }
  };
  const standingsAt = (number) => {
    if (number) return division.rounds[number - 1][1];
    return Object.keys(division.names).map((entry) => [Number(entry), 0, "0–0", 0]);
  };
  const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
  const rows = new Map();

  const moved = (before, now) => {
    if (!before || !now || before === now) return "";
    const places = Math.abs(before - now);
    return (now < before ? words.up : words.down).replace("{places}", places);
  };

  const showStandings = () => {
    const body = byId("standings").tBodies[0];
    const tops = new Map([...rows].map(([entry, row]) => [entry, row.offsetTop]));
    const before = new Map(at ? standingsAt(at - 1).map((one) => [one[0], one[1]]) : []);
    for (const [entry, place, record, spread] of standingsAt(at)) {
      let row = rows.get(entry);
      if (!row) rows.set(entry, (row = document.createElement("tr")));
      row.replaceChildren();
      cell(row, place || "");
      cell(row, division.names[entry] || `#${entry}`);
      cell(row, record);
      cell(row, signed(spread));
      cell(row, moved(before.get(entry), place));
      body.append(row);
    }
    if (calm.matches) return;
    for (const [entry, row] of rows) {
      const by = (tops.get(entry) ?? row.offsetTop) - row.offsetTop;
      if (!by) continue;
      row.style.transition = "none";
      row.style.transform = `translateY(${by}px)`;
      requestAnimationFrame(() => requestAnimationFrame(() => {
        row.style.transition = "";
        row.style.transform = "";
      }));
    }
  };

  const showBoards = () => {
    const body = byId("boards").tBodies[0];
    body.replaceChildren();
    for (const [number, one, two, result, kind] of at ? division.rounds[at - 1][0] : []) {
      const row = body.insertRow();
      cell(row, number || "");
      cell(row, division.names[one] || "", kind === "win" ? "won" : "");
      cell(row, two ? division.names[two] || "" : "", kind === "loss" ? "won" : "");
      cell(row, result);
    }
  };

  const show = (number) => {
    const last = division.rounds.length;
    at = Math.max(0, Math.min(last, number));
    byId("scrub").value = at;
    byId("now").textContent = at
      ? words.round.replace("{round}", at).replace("{rounds}", last)
      : words.start;
    showStandings();
    showBoards();
    if (at === last) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    byId("play").textContent = words.play;
  };
  const play = () => {
    if (timer) return stop();
    if (at === division.rounds.length) show(0);
    byId("play").textContent = words.pause;
    timer = setInterval(() => show(at + 1), Number(byId("speed").value));
  };
  const choose = () => {
    stop();
    division = reel.divisions[Number(byId("division").value)];
    rows.clear();
    byId("standings").replaceChildren();
    byId("boards").replaceChildren();
    head(byId("standings"), [words.place, words.player, words.wins, words.spread, ""]);
    head(byId("boards"), [words.board, words.player, words.player, ""]);
    byId("standings").createTBody();
    byId("boards").createTBody();
    byId("scrub").max = division.rounds.length;
    show(0);
  };

  reel.divisions.forEach((one, place) => {
    if (one.rounds.length) byId("division").append(new Option(one.name, place));
  });
  byId("choice").hidden = byId("division").options.length < 2;
  byId("division").addEventListener("change", choose);
  byId("play").addEventListener("click", play);
  byId("back").addEventListener("click", () => { stop(); show(at - 1); });
  byId("on").addEventListener("click", () => { stop(); show(at + 1); });
  byId("scrub").addEventListener("input", (event) => { stop(); show(Number(event.target.value)); });
  byId("speed").addEventListener("change", () => { if (timer) { stop(); play(); } });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("select, input, button, summary") && event.key === " ") return;
    if (event.target.closest("select, input") || event.ctrlKey || event.altKey || event.metaKey) return;
    const steps = {
      " ": play,
      ArrowLeft: () => { stop(); show(at - 1); },
      ArrowRight: () => { stop(); show(at + 1); },
      Home: () => { stop(); show(0); },
      End: () => { stop(); show(division.rounds.length); },
    };
    if (!steps[event.key]) return;
    event.preventDefault();
    steps[event.key]();
  });
  byId("player").hidden = false;
  choose();
})();
