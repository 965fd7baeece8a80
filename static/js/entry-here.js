// Who else is at this round, and at which board they type: advice, asked for every few seconds
// while the page is looked at. Nothing waits for it, and without it the desk works the same. A page
// without a line says itself of which round it is, and of which board if it is of one.

import { say } from "./words.js";

const EVERY_MS = 8_000;
const SOON_MS = 700;

const here = document.getElementById("here");
const form = document.getElementById("entry");
const input = document.getElementById("line");
let soon = 0;
let said = "";

/** Returns the part of the line that says which board it is of. */
const boardOf = () => (form && input ? typedOf() : here.dataset.line);
const typedOf = () => `${form.elements.at?.value ?? ""} ${input.value.trim().split(/\s+/)[0]}`;

function show(others) {
  here.hidden = !others.length;
  const people = others.map(({ person, label }) =>
    label === null ? person : say("{person} (board {board})", { person, board: label }),
  );
  const told = others.length ? say("Also here: {people}", { people: people.join(", ") }) : "";
  if (here.textContent !== told) here.textContent = told;
  for (const chip of document.querySelectorAll(".entry-typing")) chip.remove();
  for (const { person, slot } of others) {
    for (const id of [`missing-${slot}`, `board-${slot}`]) {
      const row = slot === null ? null : document.getElementById(id);
      if (!row) continue;
      const chip = document.createElement("span");
      chip.className = "badge badge-tie entry-typing";
      chip.textContent = say("{person} types", { person });
      row.append(" ", chip);
    }
  }
}

async function tell() {
  if (document.hidden) return;
  said = boardOf();
  const body = new FormData();
  const { value } = document.querySelector("[name=csrfmiddlewaretoken]");
  body.set("csrfmiddlewaretoken", value);
  body.set("line", input ? input.value : here.dataset.line);
  body.set("at", form?.elements.at?.value ?? "");
  const place = form && input ? new URL(form.getAttribute("action"), location.href).search : here.dataset.place;
  try {
    const answer = await fetch(`${here.dataset.here}${place}`, { method: "POST", body });
    if (answer.ok && !answer.redirected) show((await answer.json()).others);
  } catch {
    // The network is away, which the line itself says.
  }
}

if (here && (here.dataset.place || (form && input))) {
  input?.addEventListener("input", () => {
    clearTimeout(soon);
    if (boardOf() !== said) soon = setTimeout(tell, SOON_MS);
  });
  setInterval(tell, EVERY_MS);
  tell();
}
