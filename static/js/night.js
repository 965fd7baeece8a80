// A night's page with an outbox: what is pressed is kept on this device, sent in its order, each
// under a number of its own, and sent again under the same number until it is answered. So a
// network that drops, or a page that is loaded again, neither loses nor doubles anything.

import { exchange, tellWaiting } from "./entry-page.js";
import { newNumber, Queue } from "./entry-queue.js";
import { KeptLines } from "./night-kept.js";
import { gettext } from "./words.js";

const PATIENCE_MS = 10_000;
const state = () => document.getElementById("state");
const box = document.getElementById("outbox");
const answers = document.getElementById("answer");
const kept = `night:${state().dataset.night}:${box.dataset.account}`;

const keptLines = new KeptLines(kept);
// Those said on this page: it wants their answers itself, even where another page had them first.
const own = new Set();

const queue = new Queue({
  csrf: () => document.querySelector("[name=csrfmiddlewaretoken]").value,
  patience: () => PATIENCE_MS,
  onSend: () => {},
  onAnswer: answered,
  onChange: changed,
});

function changed() {
  if (queue.waiting.length) tellWaiting(box, queue, box.dataset.signIn);
  else box.hidden = true;
  markWaiting();
}

function put(line) {
  own.add(line.id);
  queue.put(keptLines.keep(line));
}

/** Has this page send what another one keeps too, for that one may be closed before it can. */
function join(line) {
  if (queue.waiting.some((one) => one.id === line.id)) return;
  const isLater = (one) => one !== queue.sending && one.at > line.at;
  const place = queue.waiting.findIndex(isLater);
  queue.waiting.splice(place < 0 ? queue.waiting.length : place, 0, line);
  queue.resume();
}

/** Drops what another page has had an answer to. */
function leave(line) {
  if (own.has(line.id) || queue.remove((one) => one.id === line.id).length === 0) return;
  changed();
  if (queue.waiting.length === 0) refresh();
}

function answered(line, answer) {
  keptLines.forget(line);
  try {
    sessionStorage.setItem(kept, Date.now());
  } catch {
    // The page then shows what was so as it was loaded.
  }
  if (answer.kind === "done") {
    answers.replaceChildren();
  } else {
    show(line, answer);
  }
  if (queue.waiting.length === 0) refresh();
}

/** Shows why something was not done, and, where it was asked back, the button that accepts it. */
function show(line, answer) {
  const message = document.createElement("div");
  message.className = answer.kind === "ask" ? "message" : "message message-error";
  message.id = "said-sentence";
  message.textContent = `${line.line}: ${answer.sentence}`;
  answers.replaceChildren(message);
  if (answer.kind === "ask") {
    const accept = document.createElement("button");
    accept.textContent = gettext("Do it");
    accept.addEventListener("click", () => {
      answers.replaceChildren();
      put({ ...line, id: newNumber(), sent: false, fields: { ...line.fields, confirmed: "1" } });
    });
    message.append(" ", accept);
  }
  const field = answer.field && formOf(line)?.elements.namedItem(answer.field);
  if (field instanceof HTMLElement) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "said-sentence");
    field.focus({ preventScroll: true });
    // In the middle, where the message, which stays at the top, does not cover it.
    field.scrollIntoView({ block: "center" });
  }
}

/**
 * Brings the page up to date; what is being typed at other games stays, and so does the cursor.
 * `asked` is the query of a proposal that is to be there still.
 */
async function refresh(asked = "") {
  const values = new URLSearchParams(asked);
  values.set("part", "state");
  let html;
  try {
    const answer = await fetch(`${location.pathname}?${values}`);
    if (!answer.ok || answer.redirected) return;
    html = await answer.text();
  } catch {
    return;
  }
  const typed = new Map(fields().map((field) => [nameOf(field), field.value]));
  const open = new Set(Array.from(document.querySelectorAll("#state details[open]"), fold));
  const active = document.activeElement;
  const cursor = active?.form && state().contains(active) ? nameOf(active) : null;
  exchange("state", html);
  for (const field of fields()) {
    const value = typed.get(nameOf(field));
    // The value of a box is what it stands for: the games of a proposal share one name.
    if (value && field.type !== "checkbox") field.value = value;
    if (nameOf(field) === cursor) field.focus({ preventScroll: true });
  }
  for (const part of document.querySelectorAll("#state details")) {
    if (open.has(fold(part))) part.open = true;
  }
  markWaiting();
}

const fold = (part) => part.querySelector("summary").textContent.trim();
const fields = () => Array.from(state().querySelectorAll("[data-outbox] input:not([type=hidden])"));
const nameOf = (field) => `${placeOf(field.form)} ${field.name}`;

/** Returns what tells a form from others: where it is sent, and which game it is about. */
function placeOf(form) {
  const about = form.querySelectorAll("input[type=hidden]");
  const values = Array.from(about, (one) => (isOwn(one.name) ? `${one.name}=${one.value}` : ""));
  return `${new URL(form.action).pathname} ${values.join(" ")}`;
}

const isOwn = (name) => !["csrfmiddlewaretoken", "token", "step"].includes(name);
const formOf = (line) =>
  Array.from(document.querySelectorAll("[data-outbox]")).find((form) => placeOf(form) === line.place);

/** Greys out the games whose result is on its way. */
function markWaiting() {
  const places = new Set(queue.waiting.map((line) => line.place));
  for (const form of document.querySelectorAll(".night-game [data-outbox]")) {
    form.inert = places.has(placeOf(form));
  }
}

/** Returns what a form says, in words for the one who waits for it. */
function wordsOf(form, submitter) {
  const scores = Array.from(form.querySelectorAll(".night-scores label"), (label) => {
    const name = label.querySelector("span").firstChild.textContent.trim();
    return `${name} ${label.querySelector("input").value}`;
  });
  const typed = form.querySelector("input:not([type=hidden]):not([type=checkbox])")?.value;
  const chosen = form.querySelector("select")?.selectedOptions[0]?.textContent.trim();
  const pressed = submitter?.getAttribute("aria-label") ?? submitter?.textContent.trim();
  if (scores.length) return scores.join(" – ");
  return [pressed, typed || chosen].filter(Boolean).join(": ");
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-outbox]")) return;
  event.preventDefault();
  const said = {};
  for (const [name, value] of new FormData(form, submitter)) {
    if (["csrfmiddlewaretoken", "token"].includes(name)) continue;
    said[name] = said[name] ? `${said[name]} ${value}` : value;
  }
  put({
    id: newNumber(),
    address: form.action,
    place: placeOf(form),
    line: wordsOf(form, submitter),
    fields: said,
  });
  if (form.querySelector("#guest")) form.reset();
  // Who was tapped is not tapped again while that waits; the next state of the page says what is so.
  if (submitter?.matches(".chip")) submitter.disabled = true;
});

// One key, a name, Enter: somebody new is here.
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, select, textarea");
  if (event.key !== "g" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const guest = document.getElementById("guest");
  if (!guest) return;
  event.preventDefault();
  guest.focus();
});

queue.waiting = keptLines.read();
keptLines.follow(join, leave);
queue.resume();
// What the page before this one was told while this one was made is not on it yet.
if (Date.now() - Number(sessionStorage.getItem(kept)) < PATIENCE_MS) refresh(location.search);
