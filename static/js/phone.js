// The page of a player: the sentence on its button, and an outbox. What is sent is kept on this
// device, each line under a key of its own, and sent again under the same number until it is
// answered: a network that drops, or a page that is loaded again, neither loses nor doubles it.

import { exchange, tellWaiting } from "./entry-page.js";
import { newNumber, Queue } from "./entry-queue.js";
import { KeptLines } from "./night-kept.js";
import { gettext, sayCount } from "./words.js";

const PATIENCE_MS = 10_000;
const FRESH_MS = 20_000;
const SCORE = /^-?\d{1,4}$/;
const box = document.getElementById("outbox");
const answers = document.getElementById("answer");
const keptLines = new KeptLines(box.dataset.kept);

const queue = new Queue({
  csrf: () => document.querySelector("[name=csrfmiddlewaretoken]").value,
  patience: () => PATIENCE_MS,
  onSend: () => {},
  onAnswer: answered,
  onChange: changed,
});

/** The numbers under which something was sent: whatever became of it, nothing else is done by them. */
const used = new Set();

function changed() {
  if (queue.signedOut) tellOutOfDate();
  else if (queue.waiting.length) tellWaiting(box, queue, "");
  else box.hidden = true;
  for (const form of document.querySelectorAll("[data-outbox]")) form.inert = queue.waiting.length > 0;
}

/** Says that the server wants this page to be loaded anew, as after a browser has lost its cookies. */
function tellOutOfDate() {
  box.textContent = sayCount(
    "This page is out of date. {count} score waits here: {lines}.",
    "This page is out of date. {count} scores wait here: {lines}.",
    queue.waiting.length,
    { lines: queue.waiting.map((item) => item.line).join(" · ") },
  );
  box.insertAdjacentHTML("beforeend", ` ${gettext("<a>Open your page again</a>: then it is sent.")}`);
  box.querySelector("a").href = location.pathname;
  box.hidden = false;
}

async function answered(line, answer) {
  keptLines.forget(line);
  answers.replaceChildren();
  if (answer.kind !== "done") show(line, answer);
  const isDone = answer.kind === "done";
  if (queue.waiting.length || !(isDone || answer.outdated)) return;
  await refresh({ anyway: true });
  if (isDone) readOut();
}

/** Takes whoever has sent something to what has become of it. */
function readOut() {
  const said = document.querySelector("#state section :is(.phone-said, .message)");
  if (!said || typed().length) return;
  said.tabIndex = -1;
  said.focus();
}

/** Shows why something was not done, and, where it was asked back, the button that accepts it. */
function show(line, answer) {
  const message = document.createElement("div");
  message.className = answer.kind === "ask" ? "message" : "message message-error";
  message.textContent = `${line.line}: ${answer.sentence}`;
  answers.replaceChildren(message);
  if (answer.kind !== "ask") return;
  const accept = document.createElement("button");
  accept.className = "phone-send";
  accept.textContent = gettext("Yes, send this score");
  accept.addEventListener("click", () => {
    answers.replaceChildren();
    put({ ...line, id: newNumber(), sent: false, fields: { ...line.fields, confirmed: answer.acceptance } });
  });
  message.append(accept);
}

function put(line) {
  queue.put(keptLines.keep(line));
}

/** Returns the fields in which somebody has typed, or chosen a photo, and sent nothing yet. */
function typed() {
  const fields = Array.from(document.querySelectorAll("#state input"));
  return fields.filter((field) => (field.type === "file" ? field.files.length : isTyped(field)));
}

const isTyped = (field) => field.type !== "hidden" && field.value !== field.defaultValue;

function isBusy() {
  return typed().length > 0 || document.activeElement.matches("#state input");
}

/** Brings the page up to date, unless somebody is at work on it. */
async function refresh({ anyway = false } = {}) {
  const waits = () => queue.waiting.length > 0 || (!anyway && isBusy());
  if (waits()) return;
  try {
    const answer = await fetch(`${location.pathname}?part=state`);
    if (!answer.ok || answer.redirected) return;
    const part = await answer.text();
    // Somebody may have begun meanwhile, or come back from the camera with a photo.
    if (!waits()) replace(part, anyway);
  } catch {
    return;
  }
  changed();
}

/** Puts the new state in its place: what was folded open, chosen or in focus stays so. */
function replace(part, isSent) {
  const wordsOf = (one) => one.textContent.trim();
  const open = Array.from(document.querySelectorAll("#state details[open] > summary"), wordsOf);
  const photo = document.querySelector("#state [type=file]");
  const held = document.activeElement.matches("#state *") ? wordsOf(document.activeElement) : "";
  exchange("state", part);
  document.dispatchEvent(new Event("live"));
  const fresh = document.querySelector("#state [type=file]");
  if (photo?.files.length && fresh) {
    fresh.files = photo.files;
    fresh.closest("details").open = true;
  }
  if (isSent) return;
  for (const summary of document.querySelectorAll("#state summary")) {
    if (open.includes(wordsOf(summary))) summary.parentElement.open = true;
  }
  const again = Array.from(document.querySelectorAll("#state :is(a, button, summary)"));
  if (held) again.find((one) => wordsOf(one) === held)?.focus({ preventScroll: true });
}

/** Says on the button what will be sent, from the sender's own side. */
function sentence(form) {
  const [own, other] = Array.from(form.querySelectorAll(".phone-scores input"), (field) => field.value.trim());
  if (![own, other].every((score) => SCORE.test(score ?? ""))) return "";
  const spread = own - other;
  const said = spread > 0 ? form.dataset.win : spread < 0 ? form.dataset.lose : form.dataset.tie;
  const signed = spread > 0 ? `+${spread}` : `−${-spread}`;
  return said.replace("{own}", own).replace("{other}", other).replace("{spread}", signed);
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest("[data-button]");
  if (!form) return;
  // What was asked back was about the score before.
  answers.replaceChildren();
  form.querySelector(".phone-send").textContent = sentence(form) || form.dataset.button;
});

document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (!form.matches("[data-outbox]")) return;
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  const { token } = fields;
  delete fields.csrfmiddlewaretoken;
  delete fields.token;
  const line = sentence(form) || form.querySelector("button").textContent.trim();
  const id = used.has(token) ? newNumber() : token;
  used.add(token);
  put({ id, address: form.action, line, fields });
});

queue.waiting = keptLines.read();
keptLines.follow(
  () => {},
  (line) => {
    queue.remove((one) => one.id === line.id);
    changed();
  },
);
queue.resume();
setInterval(() => document.hidden || refresh(), FRESH_MS);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
