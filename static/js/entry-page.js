// The parts of the entry page that follow what was entered: the list of boards and what is missing.

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
  const many = queue.waiting.length;
  box.textContent = queue.trouble
    ? `${queue.trouble} ${many === 1 ? "1 line waits" : `${many} lines wait`} here and will be sent again: ${lines}`
    : `Waiting for an answer: ${lines}`;
  if (queue.signedOut) {
    const link = document.createElement("a");
    link.href = `${signIn}?next=${encodeURIComponent(location.pathname + location.search)}`;
    link.textContent = "Sign in";
    box.append(" ", link, ": then they are sent.");
  }
  box.hidden = false;
}
