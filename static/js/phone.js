// The page of a player: the sentence on its button, and an outbox. What is sent is kept on this
// device, each line under a key of its own, and sent again under the same number until it is
// answered: a network that drops, or a page that is loaded again, neither loses nor doubles it.

import { exchange, tellWaiting } from "./entry-page.js";
import { newNumber, Queue } from "./entry-queue.js";
import { KeptLines } from "./night-kept.js";
import { gettext } from "./words.js";

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

function changed() {
  if (queue.waiting.length) tellWaiting(box, queue, "");
  else box.hidden = true;
  for (const form of document.querySelectorAll("[data-outbox]")) form.inert = queue.waiting.length > 0;
}

function answered(line, answer) {
  keptLines.forget(line);
  answers.replaceChildren();
  if (answer.kind !== "done") show(line, answer);
  if (queue.waiting.length === 0 && answer.kind === "done") refresh({ anyway: true });
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

/** Brings the page up to date, unless somebody is typing on it. */
async function refresh({ anyway = false } = {}) {
  const typed = Array.from(document.querySelectorAll(".phone-scores input"));
  const isTyping = typed.some((field) => field.value !== field.defaultValue);
  if (queue.waiting.length || (isTyping && !anyway)) return;
  try {
    const answer = await fetch(`${location.pathname}?part=state`);
    if (answer.ok && !answer.redirected) exchange("state", await answer.text());
  } catch {
    return;
  }
  changed();
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
  const isUsed = queue.waiting.some((one) => one.id === token);
  put({ id: isUsed ? newNumber() : token, address: form.action, line, fields });
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
