// The scoresheet counts as one types: scores, totals, words, mistakes and the board come from this
// server, by the same lines that the form hands in. Without this file, or without the server, the
// form is the same and its buttons count.

import { gettext, say } from "./words.js";

const PAUSE_MS = 250;
const PATIENCE_MS = 8000;
const FIELDS = ["player", "what", "rack", "where", "word", "score"];
const AWAY = gettext(
  "The server cannot be reached, so nothing is counted at the moment. Go on typing; nothing is lost.",
);

const sheet = document.querySelector("[data-scoresheet]");
const form = sheet.closest("form");
const body = sheet.querySelector("tbody");
const away = sheet.querySelector("[data-away]");
const ending = sheet.querySelector("[data-end]");
const most = Number(sheet.dataset.most);

let pause = 0;
let asked = 0;
let proposed = [];

const rows = () => [...body.querySelectorAll("[data-line]")];
const cell = (row, field) => row.querySelector(`[name$="-${field}"]`);
const cells = () => [...body.querySelectorAll("input")];
const isBlank = (row) =>
  cell(row, "what").value === "play" && [...row.querySelectorAll("input")].every((one) => !one.value.trim());
const lastTyped = () => rows().findLastIndex((row) => !isBlank(row));

// Lines

function addRow() {
  const number = rows().length;
  if (number >= most) return;
  const row = rows().at(-1).cloneNode(true);
  row.querySelectorAll(".wrong").forEach((wrong) => wrong.remove());
  for (const field of FIELDS) {
    const one = cell(row, field);
    one.name = `game-line${number}-${field}`;
    one.id = `id_${one.name}`;
    one.removeAttribute("aria-invalid");
    one.removeAttribute("aria-describedby");
    one.removeAttribute("autofocus");
    if (one.matches("input")) one.value = "";
  }
  cell(row, "what").value = "play";
  const before = rows().at(-1);
  const players = cell(row, "player").options.length;
  cell(row, "player").value = String((Number(cell(before, "player").value) + 1) % players);
  delete row.dataset.chosen;
  row.querySelector("[data-number]").textContent = number + 1;
  tell(row, null);
  body.append(row);
  sheet.querySelector('[name="game-lines"]').value = number + 1;
}

function keepOneBlank() {
  if (lastTyped() === rows().length - 1) addRow();
}

// Whoever is to move stands in the lines that are still empty, unless a person chose otherwise.
function seat(toMove) {
  const all = rows();
  const first = lastTyped() + 1;
  all.slice(first).forEach((row, after) => {
    const choice = cell(row, "player");
    if (!row.dataset.chosen) choice.value = String((toMove + after) % choice.options.length);
  });
}

// What the server says

function tell(row, told) {
  row.querySelector("[data-points]").textContent = told?.score ?? "";
  row.querySelector("[data-total]").textContent = told?.total ?? "";
  const words = told?.words.join(", ") ?? "";
  row.querySelector("[data-said]").textContent = told?.bingo ? say("{words} (bingo)", { words }) : words;
  row.querySelector("[data-remarks]").textContent = told?.remarks.join(" ") ?? "";
}

function blame(row, errors) {
  for (const field of FIELDS) {
    const one = cell(row, field);
    const id = `${one.id}_error`;
    const said = isUnderWay(row, one) ? "" : (errors[field] ?? "");
    const there = document.getElementById(id);
    if (!said) {
      there?.remove();
      one.removeAttribute("aria-invalid");
      one.removeAttribute("aria-describedby");
      continue;
    }
    const wrong = there ?? document.createElement("span");
    wrong.id = id;
    wrong.className = "wrong";
    wrong.textContent = said;
    one.after(wrong);
    one.setAttribute("aria-invalid", "true");
    one.setAttribute("aria-describedby", id);
  }
}

// Nothing is wrong yet with a cell that is empty in the line in which a person types.
function isUnderWay(row, one) {
  return row.contains(document.activeElement) && one.matches("input") && !one.value.trim();
}

function show(answer) {
  rows().forEach((row, number) => {
    const told = answer.lines[number] ?? null;
    tell(row, told);
    blame(row, told?.errors ?? {});
    if (told?.player != null) cell(row, "player").value = String(told.player);
  });
  sheet.querySelectorAll("[data-score]").forEach((one, seatNumber) => {
    one.textContent = answer.scores[seatNumber];
  });
  const drawn = new DOMParser().parseFromString(answer.board, "text/html");
  sheet.querySelector("[data-board]").replaceChildren(...drawn.body.childNodes);
  proposed = answer.proposed;
  ending.hidden = proposed.length === 0;
  ending.querySelector("[data-end-lines]").textContent = proposed.map(inWords).join("; ");
  seat(answer.toMove);
}

function inWords(line) {
  const row = rows()[0];
  const name = cell(row, "player").options[line.player].text;
  const what = [...cell(row, "what").options].find((one) => one.value === line.what).text;
  return `${name}: ${what} ${line.word || line.score}`;
}

function complain(wrong) {
  away.textContent = wrong;
  away.hidden = !wrong;
}

// Asking

function typed() {
  const sent = new URLSearchParams();
  const wanted = /^(csrfmiddlewaretoken|game-(token|lines|players|line\d+-\w+|player\d+-overtime_s))$/;
  for (const [name, value] of new FormData(form)) if (wanted.test(name)) sent.append(name, value);
  return sent;
}

async function count() {
  asked += 1;
  const mine = asked;
  try {
    const answer = await fetch(sheet.dataset.count, {
      method: "POST",
      body: typed(),
      cache: "no-store",
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const told = await answer.json();
    if (mine !== asked) return;
    complain(answer.ok ? "" : told.wrong);
    if (answer.ok) show(told);
  } catch {
    if (mine === asked) complain(AWAY);
  }
}

function countSoon() {
  clearTimeout(pause);
  pause = setTimeout(count, PAUSE_MS);
}

// Keys and clicks

sheet.addEventListener("input", (event) => {
  const row = event.target.closest("[data-line]");
  if (row && event.target.name.endsWith("-player")) row.dataset.chosen = "yes";
  keepOneBlank();
  countSoon();
});

// A line that was left has been typed: what is missing in it is said now.
sheet.addEventListener("focusout", (event) => {
  const row = event.target.closest("[data-line]");
  if (row && !row.contains(event.relatedTarget) && !isBlank(row)) countSoon();
});

form.addEventListener("input", (event) => {
  if (event.target.name?.endsWith("-overtime_s")) countSoon();
  const of = event.target.dataset.nameOf;
  if (of !== undefined) rename(of, event.target.value.trim());
});

// A page on which the players are named calls them so on the sheet, too, and one more is one more.
function rename(of, name) {
  const shown = name || say("Player {number}", { number: Number(of) + 1 });
  const players = sheet.querySelector('[name="game-players"]');
  const isNew = Number(of) >= Number(players.value);
  if (isNew && (!name || Number(of) > Number(players.value))) return;
  if (isNew) {
    players.value = Number(of) + 1;
    for (const choice of choices()) choice.add(new Option(shown, of));
    const [term, points] = [...sheet.querySelector("[data-scores]").children].slice(-2);
    const [ownTerm, ownPoints] = [term.cloneNode(true), points.cloneNode(true)];
    ownTerm.dataset.player = of;
    ownPoints.textContent = "0";
    points.after(ownTerm, ownPoints);
  }
  form.querySelectorAll(`[data-player="${of}"]`).forEach((one) => (one.textContent = shown));
  for (const choice of choices()) choice.querySelector(`[value="${of}"]`).text = shown;
}

const choices = () => form.querySelectorAll('[name^="game-line"][name$="-player"], [name="game-first"]');

sheet.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("tbody input")) return;
  event.preventDefault();
  keepOneBlank();
  const all = cells();
  all[all.indexOf(event.target) + (event.shiftKey ? -1 : 1)]?.focus();
});

ending.querySelector("button").addEventListener("click", (event) => {
  event.preventDefault();
  for (const line of proposed) {
    const at = lastTyped() + 1;
    while (rows().length <= at && rows().length < most) addRow();
    const row = rows()[at];
    if (!row) break;
    for (const field of ["player", "what", "word", "score"]) cell(row, field).value = String(line[field]);
  }
  keepOneBlank();
  count();
});

// On a phone the board waits above the lines until somebody asks for it.
const aside = sheet.querySelector("[data-aside]");
if (getComputedStyle(aside.querySelector("summary")).display !== "none") aside.open = false;
sheet.querySelectorAll("[data-without-script]").forEach((button) => (button.hidden = true));
form.querySelectorAll("[data-name-of]").forEach((one) => rename(one.dataset.nameOf, one.value.trim()));
keepOneBlank();
if (lastTyped() >= 0) count();
