// The parts of the entry page that follow what was entered: the list of boards and what is missing.

import { gettext, say, sayCount } from "./words.js";

/** Puts what an answer brings in its place: a board's row and the count, or the whole list. */
export function refresh(answer) {
  if (answer.state) exchange("state", answer.state);
  if (!answer.row) return;
  exchange(`board-${answer.slot}`, answer.row);
  document.getElementById(`missing-${answer.slot}`)?.remove();
  exchange("entry-progress", answer.progress);
}

/** Puts markup in the place of the part with this id; what was folded open stays open. */
export function exchange(id, html) {
  const old = document.getElementById(id);
  if (!old) return;
  const open = document.getElementById("boards")?.open;
  const made = document.createElement("template");
  made.innerHTML = html;
  old.replaceWith(made.content);
  const boards = document.getElementById("boards");
  if (id === "state" && boards && open) boards.open = true;
}

/** Returns the part of a place's page that shows what is in, null where it is not to be had. */
export async function stateOf(address) {
  try {
    const answer = await fetch(`${address}&part=state`);
    return answer.ok && !answer.redirected ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Returns the division and the round that the page shows. */
export const placeShown = () => document.getElementById("place").dataset.where;

/** Shows a part of the page; the cursor stays where it is. */
export function reveal(id) {
  const part = document.getElementById(id);
  if (part.matches("details")) part.open = true;
  part.scrollIntoView({ block: "nearest" });
}

/** Shows what waits for an answer, and why it waits. */
export function tellWaiting(box, queue, signIn) {
  const lines = queue.waiting.map((item) => item.line).join(" · ");
  const { trouble } = queue;
  box.textContent = trouble
    ? sayCount(
        "{trouble} {count} line waits here and will be sent again: {lines}",
        "{trouble} {count} lines wait here and will be sent again: {lines}",
        queue.waiting.length,
        { trouble, lines },
      )
    : say("Waiting for an answer: {lines}", { lines });
  if (queue.signedOut) {
    box.insertAdjacentHTML("beforeend", ` ${gettext("<a>Sign in</a>: then they are sent.")}`);
    const next = encodeURIComponent(location.pathname + location.search);
    box.querySelector("a").href = `${signIn}?next=${next}`;
  }
  box.hidden = false;
}
