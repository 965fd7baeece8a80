// The line on which results are typed. It takes keys at any time and never loses the cursor by
// itself: a line that was typed is a thing of its own from then on, with the place and the board it
// was typed for, and waits its turn (entry-queue.js). What could not be entered goes to a list
// (entry-list.js). Nothing that is typed is ever an answer to a question that came meanwhile.
// Without this file every line is a page of its own and is answered just the same.

import { goOn, keep, kept } from "./entry-kept.js";
import { hearKeys } from "./entry-keys.js";
import { Line } from "./entry-line.js";
import { NotEntered } from "./entry-list.js";
import { exchange, placeShown, refresh, reveal, stateOf, tellWaiting } from "./entry-page.js";
import { Places, SIGNED_OUT } from "./entry-places.js";
import { Queue, newNumber } from "./entry-queue.js";
import { SlipOrder, boardMeant, boardsShown, givesOutcome } from "./entry-slips.js";
import { boardAlone, isUndo, leadsElsewhere, wordOf } from "./entry-words.js";
import { gettext, say } from "./words.js";

const STALE_MS = 20_000;
const SOON_MS = 300;

const form = document.getElementById("entry");
const input = document.getElementById("line");
const waiting = document.getElementById("waiting");
const key = `wallchart.entry.${form.dataset.event}.${form.dataset.user}`;
const before = kept(key);
const given = input.value; // a line that the address of the page brings

const places = new Places(form.getAttribute("action"));
const line = new Line(input, { past: before.past ?? [], now: () => places.now });
const typed = new Map(); // the slots of which a slip was typed, by the address of their place
const done = new Map(Object.entries(before.done ?? {})); // the log's entries made here, likewise
let newest = null; // the line that was typed last
let changes = 0;

const slips = new SlipOrder({ show: showSlips, slotsTyped, keepBack: keepBackSlips });
const queue = new Queue({
  csrf: () => form.elements.csrfmiddlewaretoken.value,
  patience: () => Number(form.dataset.patience),
  onSend: tieUndo,
  onAnswer: answered,
  onChange: showWaiting,
});
const list = new NotEntered(document.getElementById("todo"), {
  answer: answerItem,
  edit: bringBack,
  giveUp: dropped,
  onChange: remember,
});

function remember() {
  const { board, stopped } = slips;
  const order = board && { label: board.label, stopped, address: places.shown.address };
  const [open, sent] = [list.items, queue.waiting];
  const { past, unsent } = line;
  keep(key, { open, waiting: sent, past, order, unsent, done: Object.fromEntries(done) });
}

// A line is typed

function enter() {
  if (line.asked) return answerAsked(line.asked);
  const { text, item, place, began } = line.take();
  // An empty line is a nervous finger.
  if (!text.trim() || doneHere(text, began)) return remember();
  if (undoesAllTheSame(text, place, began)) return remember();
  if (item) dropped(item);
  send(text, place);
  return remember();
}

const WORDS = {
  m: () => reveal("missing"),
  "?": () => reveal("help"),
  ".": () => line.recall(-1),
  s: () => beginSlips(""),
  n: () => slips.end(),
  c: (began) => withNewest("taken", began, (item) => list.correct(item)),
  x: (began) => withNewest("", began, dropped),
};

/** Does what the page can do by itself; returns false for a line that the server has to see. */
function doneHere(text, began) {
  const board = boardAlone(text);
  const act = board ? () => beginSlips(board) : WORDS[wordOf(text)];
  act?.(began);
  return Boolean(act);
}

/** Acts on the line on top of the list, if it had been read when the first key was pressed. */
function withNewest(kind, began, act) {
  const { item, isRead } = list.newest(kind, began);
  if (item && isRead) act(item);
  else if (item) announce(gettext("Another line came in the meantime. Look at it, then type that again."));
  else if (kind) announce(gettext("There is no line to turn into a correction."));
  else announce(gettext("There is no line to drop."));
}

/** Takes `u` for the answer to what the `u` before it was asked, if that could be read by then. */
function undoesAllTheSame(text, { address }, began) {
  if (!isUndo(text) || queue.waiting.length) return false;
  const asked = newest ? list.get(newest.of ?? newest.id) : list.items[0];
  const isIt = asked?.kind === "ask" && isUndo(asked.line) && asked.address === address;
  if (!isIt || !list.wasRead(asked, began)) return false;
  answerItem(asked, new FormData(list.formOf(asked)));
  return true;
}

/** Begins slip order; where that cannot be, nobody knows which board the next slip is of. */
function beginSlips(label) {
  if (places.isShown && slips.begin(label)) return;
  slips.stop();
  if (!places.isShown) announce(gettext("The round is still loading. Type that again."));
  else if (label) announce(say("There is no board {board}.", { board: label }));
  else announce(gettext("No result is missing."));
}

function send(text, place) {
  const item = { id: newNumber(), line: text, fields: {}, address: place.address, after: place.after };
  if (place === places.shown) item.where = placeShown();
  item.previous = newest && { id: newest.of ?? newest.id, line: newest.line };
  let refusal = place.refused ? afterRefused(place.refused) : "";
  if (leadsElsewhere(text)) {
    if (!refusal) places.leave(item, place);
    slips.end();
  } else if (place === places.shown) {
    if (slips.board) refusal ||= slips.fit(item, newest);
    if (!item.slip && !refusal) slips.mean(item, boardMeant(text, boardsShown()), givesOutcome(text));
  }
  newest = item;
  line.keepInPast(textOf(item), place);
  if (refusal) hold(item, refusal);
  else queue.put(item);
}

function afterRefused(refused) {
  return say("It was typed after {line}, which was refused.", { line: refused });
}

function slotsTyped(address) {
  if (!typed.has(address)) typed.set(address, new Set());
  return typed.get(address);
}

/** Keeps back the slips that were typed and not sent: nobody knows of which boards they are. */
function keepBackSlips(why) {
  const lost = queue.remove((waits) => waits.slip);
  for (const one of lost) {
    slotsTyped(one.address).delete(one.slot);
    Object.assign(one, { slip: null, slot: undefined, isLost: true });
    hold(one, why);
  }
}

/** Says of which line `u` is: what is not entered cannot be undone, and nothing in its place. */
function tieUndo(item) {
  if (!isUndo(item.line)) return;
  item.fields.undoes ??= done.get(item.address)?.at(-1) ?? 0;
  const open = list.get(item.previous?.id);
  if (!open || open.isUnknown) return;
  if (!isUndo(open.line)) item.fields.unstored = open.line;
  else {
    // It takes the place of the `u` before it, and is of the same line.
    if (open.fields.unstored) item.fields.unstored = open.fields.unstored;
    dealtWith(open.id);
  }
}

function hold(item, why) {
  const sentence = say("{reason} It was not entered.", { reason: why });
  open(item, { kind: "wrong", sentence });
}

// A line is answered

function answered(item, answer) {
  changes += 1;
  if (answer.kind === "go") return moveOn(item, answer.go);
  if (leadsElsewhere(item.line)) stay(item);
  if (item.address === places.shown.address) refresh(answer);
  if (answer.slot && givesOutcome(item.line)) slotsTyped(item.address).add(String(answer.slot));
  if (answer.kind === "done") keepDone(item, answer);
  slips.answered(item, answer, newest);
  if (answer.kind === "done" || answer.kind === "same") {
    document.getElementById("echo").innerHTML = answer.echo ?? answer.item;
    if (item.of) dealtWith(item.of);
  } else {
    open(item, answer);
  }
  settle();
  return remember();
}

/** Takes off the list what asks for a result that is in by now, whoever entered it. */
function settle() {
  const asks = list.items.filter((item) => item.mark && item.address === places.shown.address);
  for (const item of asks) {
    if (document.getElementById(`board-${item.slot}`)?.dataset.mark !== item.mark) continue;
    dealtWith(item.id);
    announce(say("{line} is in now.", { line: textOf(item) }));
  }
}

function keepDone(item, answer) {
  const made = done.get(item.address) ?? [];
  if (isUndo(item.line)) {
    slotsTyped(item.address).delete(String(answer.slot));
    done.set(item.address, made.filter((seq) => seq !== answer.undone));
  } else if (!made.includes(answer.seq)) {
    done.set(item.address, [...made, answer.seq]);
  }
}

function open(item, answer) {
  const id = item.of ?? item.id;
  const { kind, item: html, sentence, isUnknown, mark } = answer;
  const shown = { ...item, id, kind, html, sentence, isUnknown, mark };
  if (answer.slot && givesOutcome(item.line)) shown.slot ??= String(answer.slot);
  list.put(shown);
  // Whoever waits for the answer sees the line again, and types over it or changes it.
  const isAwaited = item === newest && line.isEmpty && document.activeElement === input;
  if (isAwaited) stand(shown, { select: true });
}

/** Puts a line that is not entered into the line again. */
function stand(item, { select = false } = {}) {
  line.write(textOf(item), { item, place: placeOf(item), select });
  if (item.address === null) announce(gettext("When you send it again, it goes to the round shown above."));
}

/** Returns a line as it says by itself of which board it is; `b?` where nobody knows. */
function textOf({ line: text, slip, isLost }) {
  return isLost ? `b? ${text}` : slip ? `b${slip.label} ${text}` : text;
}

/** Returns the place of a line; where that led nowhere, it is of the place where one is now. */
function placeOf({ address, after }) {
  const isIt = (one) => (address === null ? one.after === after : one.address === address);
  return places.chain().find(isIt) ?? (address === null ? places.now : { address, after });
}

function bringBack(item) {
  input.focus();
  if (item) stand(item);
}

function dropped(item) {
  slotsTyped(item.address).delete(item.slot);
  dealtWith(item.id);
  input.focus();
}

function dealtWith(id) {
  list.drop(id);
  line.leave(id);
}

function answerAsked({ item, isRead }) {
  const asked = list.formOf(item);
  const wantsWords = asked?.elements.why && asked.elements.why.type !== "hidden";
  if (item.kind === "ask" && asked && !wantsWords && isRead) answerItem(item, new FormData(asked));
}

function answerItem(item, data) {
  const { token, line: text, csrfmiddlewaretoken: _, ...fields } = Object.fromEntries(data);
  line.leave(item.id);
  input.focus();
  const { address, after, slip, slot, where } = item;
  newest = { id: token, line: text, fields, address, after, slip, slot, where, of: item.id };
  queue.put(newest);
}

// Other rounds and divisions

function moveOn(item, address) {
  // A line that the page did not take for one that leads elsewhere: what followed it has no place.
  const lost = leadsElsewhere(item.line) ? [] : queue.remove(() => true);
  const why = say("It was typed after {line}, which led to another page.", { line: item.line });
  for (const one of lost) hold(one, why);
  if (!leadsElsewhere(item.line)) slips.stop();
  const place = places.arrived(item, address);
  line.arrived(item.id, address);
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
    hold(one, afterRefused(item.line));
  }
}

async function show() {
  const seen = changes;
  try {
    if (!(await places.show())) return;
    form.setAttribute("action", places.shown.address);
    if (seen !== changes) look();
  } catch (fault) {
    const why = fault instanceof TypeError ? gettext("the server does not answer") : fault.message;
    announce(say("The page still shows the previous round: {reason}.", { reason: why }));
    if (why !== SIGNED_OUT) setTimeout(show, STALE_MS / 10);
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

function announce(text) {
  waiting.textContent = text;
  waiting.hidden = false;
}

function showSlips({ board, stopped }) {
  const box = document.getElementById("slip");
  box.hidden = !board;
  box.classList.toggle("slip-stopped", stopped);
  document.getElementById("slip-board").textContent = board ? slipSaid(board, stopped) : "";
  form.elements.at.value = board?.slot ?? "";
  remember();
}

function slipSaid({ label, players }, stopped) {
  const at = { board: label, players };
  if (!stopped) return say("Board {board}: {players}", at);
  return say("stopped at board {board}: {players}. Type b{board} to continue there.", at);
}

// Keys

hearKeys(input, {
  inLine: {
    Escape: () => line.write(""),
    ArrowUp: () => line.recall(-1),
    ArrowDown: () => line.recall(1),
  },
  withAlt: {
    ArrowUp: () => slips.step(-1, places.now.address),
    ArrowDown: () => slips.step(1, places.now.address),
    KeyL: () => list.focus(),
  },
  after: remember,
});

input.addEventListener("input", remember);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  enter();
});

document.addEventListener("click", (event) => {
  const correct = event.target.closest?.("a[data-line]");
  if (!correct || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  input.focus();
  line.write(correct.dataset.line);
});

addEventListener("beforeunload", (event) => {
  if (queue.waiting.length && !queue.signedOut) event.preventDefault();
});

/** Shows what is in by now, unless an answer that came meanwhile knows better. */
async function look() {
  const [seen, { shown }] = [changes, places];
  const state = await stateOf(shown.address);
  if (state && seen === changes && shown === places.shown) exchange("state", state);
  settle();
}

// What others entered meanwhile; never under the hands of somebody who is in the list.
setInterval(() => {
  const state = document.getElementById("state");
  if (document.hidden || queue.waiting.length || state.contains(document.activeElement)) return;
  look();
}, STALE_MS);

document.querySelector(".entry-keys").hidden = false;
goOn(before, { given, places, line, slips, queue, list, slotsTyped });
