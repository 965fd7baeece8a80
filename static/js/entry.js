// The line on which results are typed. It takes keys at any time and never loses the cursor by
// itself: a line that was typed is a thing of its own from then on, with the place and the board it
// was typed for, and waits its turn (entry-queue.js). What could not be entered goes to a list
// (entry-list.js). Nothing that is typed is ever an answer to a question that came meanwhile.
// Without this file every line is a page of its own and is answered just the same.

import { NotEntered } from "./entry-list.js";
import { exchange, refresh, reveal, tellWaiting } from "./entry-page.js";
import { Places, leadsElsewhere } from "./entry-places.js";
import { Queue, keep, kept, newNumber } from "./entry-queue.js";
import { SlipOrder, boardMeant, boardsShown, kindOf } from "./entry-slips.js";

const STALE_MS = 20_000;
const SOON_MS = 300;
// A second Enter that follows sooner than anybody reads is a nervous finger, and answers nothing.
const UNREAD_MS = 500;
const REMEMBERED = 50;
const UNDO = /^\s*u(ndo)?\s*$/i;

const form = document.getElementById("entry");
const line = document.getElementById("line");
const waiting = document.getElementById("waiting");
const key = `wallchart.entry.${form.dataset.event}.${form.dataset.user}`;
const before = kept(key);

const places = new Places(form.getAttribute("action"));
let typedFor = null; // the place of what stands in the line, once somebody types there
let restored = null; // {item, isRead, edited}: what was not entered stands in the line again
let newest = null; // the line that was typed last
let past = before.past ?? [];
let recalled = past.length;
let draft = "";
let changes = 0;

const slips = new SlipOrder(showSlips);
const queue = new Queue({
  csrf: () => form.elements.csrfmiddlewaretoken.value,
  patience: () => Number(form.dataset.patience),
  onSend: (item) => {
    // What is not entered cannot be undone, and nothing else may be in its place.
    if (UNDO.test(item.line) && list.has(item.previous?.id)) item.fields.unstored = item.previous.line;
  },
  onAnswer: answered,
  onChange: showWaiting,
});
const list = new NotEntered(document.getElementById("todo"), {
  answer: answerItem,
  edit: (item) => (item ? bringBack(item) : line.focus()),
  onChange: remember,
});

function remember() {
  const slot = slips.board?.label;
  keep(key, { open: list.items, waiting: queue.waiting, past, slot, text: line.value });
}

function write(text, { select = false } = {}) {
  line.value = text;
  restored = null;
  delete line.dataset.answers;
  line.setSelectionRange(select ? 0 : text.length, text.length);
}

// A line is typed

function enter() {
  if (restored && !restored.edited) return answerRestored();
  const text = line.value;
  if (restored) list.drop(restored.item.id);
  const place = typedFor ?? places.now;
  write("");
  typedFor = null;
  draft = "";
  recalled = past.length;
  // An empty line is a nervous finger.
  if (!text.trim() || doneHere(text.trim().toLowerCase())) return;
  if (past.at(-1) !== text) past = [...past, text].slice(-REMEMBERED);
  recalled = past.length;
  send(text, place);
  remember();
}

const WORDS = {
  m: () => reveal("missing"),
  "?": () => reveal("help"),
  ".": () => recall(-1),
  s: () => beginSlips(""),
  n: () => slips.end(),
  c: () => withNewest("taken", (item) => list.correct(item)),
  x: () => withNewest("", (item) => list.drop(item.id)),
};
const LONG = { missing: "m", help: "?", slips: "s", numbers: "n", correct: "c", drop: "x" };

/** Does what the page can do by itself; returns false for a line that the server has to see. */
function doneHere(word) {
  const board = /^(?:b|\/)(\d+)$/.exec(word);
  const act = board ? () => beginSlips(board[1]) : WORDS[LONG[word] ?? word];
  act?.();
  return Boolean(act);
}

function withNewest(kind, act) {
  const item = list.newest(kind);
  if (item) act(item);
  else say(kind ? "No line waits to be corrected by." : "No line waits here.");
}

function beginSlips(label) {
  if (!places.isShown) say("The round is still on its way to this page. Type that again.");
  else if (!slips.begin(label)) say(label ? `There is no board ${label}.` : "No result is missing.");
}

function send(text, place) {
  const item = { id: newNumber(), line: text, fields: {}, address: place.address, after: place.after };
  item.previous = newest && { id: newest.of ?? newest.id, line: newest.line };
  let refusal = place.refused ? `It was typed after ${place.refused}, which was refused.` : "";
  if (leadsElsewhere(text)) {
    if (!refusal) places.leave(item, place);
    slips.end();
  } else if (place === places.shown) {
    if (slips.board) refusal ||= fitSlip(item, text);
    if (!item.slip) mean(item, boardMeant(text, boardsShown()));
  }
  newest = item;
  if (refusal) hold(item, refusal);
  else queue.put(item);
}

/** Ties a line to the game that it is of by what the page shows. */
function mean(item, board) {
  if (!board) return;
  item.slot = board.slot;
  item.fields.meant = board.numbers;
}

/**
 * Gives a line of slip order its board, and moves on. After a slip that is none nobody knows which
 * board the next is of, so that the order stops; returns why a line after it is not sent.
 */
function fitSlip(item, text) {
  const { board, stopped } = slips;
  const kind = kindOf(text);
  if (UNDO.test(text) && newest?.slip) slips.stand(newest.slip);
  if (kind === "other") return "";
  item.fields.at = board.slot;
  item.slip = { ...board };
  mean(item, board);
  if (stopped) return `Slip order stopped at board ${board.label}: b${board.label} goes on there.`;
  if (kind === "wrong") slips.stop();
  else nextSlip(1, board);
  return "";
}

/** Goes to the next board of which no slip was typed, whether or not it is answered yet. */
function nextSlip(by, board) {
  const typed = [...queue.waiting, ...list.items].filter((one) => one.address === places.now.address);
  slips.step(by, new Set([...typed.map((one) => one.slot), board?.slot]));
}

function hold(item, why) {
  open(item, { kind: "wrong", sentence: `${why} It is not entered.` });
}

// A line is answered

function answered(item, answer) {
  changes += 1;
  if (answer.kind === "go") return moveOn(item, answer.go);
  if (leadsElsewhere(item.line)) stay(item);
  if (item.address === places.shown.address) refresh(answer);
  if (answer.kind === "done" || answer.kind === "same") {
    document.getElementById("echo").innerHTML = answer.echo ?? answer.item;
    if (item.of) list.drop(item.of);
  } else {
    open(item, answer);
  }
  remember();
}

function open(item, answer) {
  const id = item.of ?? item.id;
  const { kind, item: html, sentence } = answer;
  list.put({ ...item, id, kind, html, sentence });
  if (item !== newest || line.value !== "" || document.activeElement !== line) return;
  // Whoever waits for the answer sees the line again, and types over it or changes it.
  const shown = list.newest();
  write(textOf(shown), { select: true });
  const here = (restored = { item: shown, isRead: false, edited: false });
  setTimeout(() => {
    here.isRead = true;
    if (restored === here && kind === "ask") line.dataset.answers = "enter";
  }, UNREAD_MS);
}

function textOf(item) {
  return item.slip && kindOf(item.line) === "slip" ? `b${item.slip.label} ${item.line}` : item.line;
}

function bringBack(item) {
  line.focus();
  write(textOf(item));
  restored = { item, isRead: true, edited: true };
  const { address, after } = item;
  typedFor = places.chain().find((place) => place.address === address) ?? { address, after };
}

function answerRestored() {
  const { item, isRead } = restored;
  const asked = list.formOf(item);
  const wantsWords = asked?.elements.why && asked.elements.why.type !== "hidden";
  if (item.kind !== "ask" || wantsWords || !isRead) return;
  const data = new FormData(asked);
  write("");
  answerItem(item, data);
}

function answerItem(item, data) {
  const { token, line: text, csrfmiddlewaretoken: _, ...fields } = Object.fromEntries(data);
  line.focus();
  const { address, after, slip, slot } = item;
  newest = { id: token, line: text, fields, address, after, slip, slot, of: item.id };
  queue.put(newest);
}

// Other rounds and divisions

function moveOn(item, address) {
  const place = places.arrived(item, address);
  for (const waits of queue.waiting) {
    if (waits.address === null && waits.after === item.id) waits.address = address;
  }
  if (place === places.now) show();
  remember();
}

function stay(item) {
  places.refused(item);
  const lost = queue.remove((waits) => waits.address === null && waits.after === item.id);
  for (const one of lost) {
    if (leadsElsewhere(one.line)) stay(one);
    hold(one, `It was typed after ${item.line}, which was refused.`);
  }
}

async function show() {
  try {
    const page = await places.show();
    if (page) form.setAttribute("action", places.shown.address);
  } catch {
    say("The server does not answer: the page still shows the round before.");
    setTimeout(show, STALE_MS / 10);
  }
}

// What is shown

let soon = 0;

function showWaiting() {
  remember();
  clearTimeout(soon);
  const tell = () => tellWaiting(waiting, queue, form.dataset.signIn);
  form.setAttribute("aria-busy", String(queue.waiting.length > 0));
  waiting.classList.toggle("message", Boolean(queue.trouble));
  if (!queue.waiting.length) waiting.hidden = true;
  else if (queue.trouble) tell();
  else soon = setTimeout(tell, SOON_MS);
}

function say(text) {
  waiting.textContent = text;
  waiting.hidden = false;
}

function showSlips({ board, stopped }) {
  const box = document.getElementById("slip");
  box.hidden = !board;
  box.classList.toggle("slip-stopped", stopped);
  const at = board && `${stopped ? "stopped at board" : "Board"} ${board.label}: ${board.players}`;
  document.getElementById("slip-board").textContent = at ?? "";
  form.elements.at.value = board?.slot ?? "";
  remember();
}

// Keys

function recall(by) {
  if (recalled === past.length) draft = line.value;
  recalled = Math.max(0, Math.min(past.length, recalled + by));
  write(recalled === past.length ? draft : past[recalled]);
}

const LINE_KEYS = { Escape: () => write(""), ArrowUp: () => recall(-1), ArrowDown: () => recall(1) };
const ALT_KEYS = {
  ArrowUp: () => nextSlip(-1),
  ArrowDown: () => nextSlip(1),
  KeyL: () => list.focus(),
};

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const inLine = event.target === line;
  const act = event.altKey ? ALT_KEYS[event.code] : inLine && LINE_KEYS[event.key];
  if (act) {
    event.preventDefault();
    act();
  } else if (!inLine && !event.altKey && (event.key === "Escape" || /^[^ ]$/.test(event.key))) {
    // Whoever types where nothing is typed means the line.
    const written = "input:not([type=radio], [type=checkbox]), textarea, select";
    if (event.key === "Escape" || !event.target.closest?.(written)) line.focus();
  }
});

line.addEventListener("beforeinput", (event) => {
  if (event.inputType === "insertLineBreak") return;
  const whole = line.selectionStart === 0 && line.selectionEnd === line.value.length;
  if (whole) typedFor = places.now;
  if (restored && whole) restored = null;
  if (restored) restored.edited = true;
});
line.addEventListener("input", remember);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  enter();
});
// A key that is held down is one Enter.
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const correct = event.target.closest?.("a[data-line]");
  if (!correct || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  line.focus();
  write(correct.dataset.line);
});

addEventListener("beforeunload", (event) => {
  if (queue.waiting.length && !queue.signedOut) event.preventDefault();
});

// What others entered meanwhile; never under the hands of somebody who is in the list.
setInterval(async () => {
  const state = document.getElementById("state");
  if (document.hidden || queue.waiting.length || state.contains(document.activeElement)) return;
  const seen = changes;
  try {
    const answer = await fetch(`${places.shown.address}&part=state`);
    if (answer.ok && !answer.redirected && seen === changes) exchange("state", await answer.text());
  } catch {
    // The next look comes by itself.
  }
}, STALE_MS);

document.querySelector(".entry-keys").hidden = false;
for (const item of (before.open ?? []).toReversed()) list.put(item);
if (before.slot) slips.begin(before.slot);
if (before.text && !line.value) write(before.text);
for (const item of before.waiting ?? []) queue.put(item);
