// Turns the slides of a screen in the hall. What is on them is kept right by live.js; without this file they stand
// one below the other.

const TURN_MS = 12_000;

let now = "";
let first = "";

const slides = () => [...document.querySelectorAll(".slide")];

function show(slide) {
  now = slide?.id ?? "";
  for (const one of slides()) one.classList.toggle("now", one === slide);
}

/** Keeps the slide that is shown, unless the day has gone on: then its first one is shown. */
function keep() {
  const all = slides();
  const begins = all[0]?.id ?? "";
  const same = begins === first && all.find((one) => one.id === now);
  first = begins;
  show(same || all[0]);
}

function turn() {
  const all = slides();
  const at = all.findIndex((one) => one.id === now);
  show(all[(at + 1) % all.length]);
  setTimeout(turn, TURN_MS);
}

document.documentElement.classList.add("turning");
document.addEventListener("live", keep);
keep();
setTimeout(turn, TURN_MS);
