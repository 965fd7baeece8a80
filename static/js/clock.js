// Counts the clocks of a page by the clock of the server. Without this file a page names the times of day.
//
// A stored page says what follows by itself (`data-stages`), so it is right until the next command. The page of
// an event's clocks is asked for again and again, mostly for a 304; its Date header tells the server's time.

const EVERY_MS = 15_000;
const SPREAD_MS = 3_000;
const SECOND_MS = 1_000;
/** Below so many minutes it is told to the second when a round begins. */
const IN_SECONDS = 10;

/** By how many milliseconds the server's clock is ahead of this device's. */
let ahead = 0;

function clocks() {
  return document.querySelectorAll("[data-clock]");
}

function nowOf(clock) {
  // No moment is before the last command: the server's clock may have been set back.
  return Math.max(Date.now() + ahead, Date.parse(clock.dataset.known) || 0);
}

function lengthOf(ms) {
  const seconds = Math.floor(ms / SECOND_MS);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
}

/** How long it is until something, as no time of day: 21 min, 4 min 12 s. */
function aheadOf(ms) {
  const seconds = Math.floor(ms / SECOND_MS);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const two = (part) => String(part).padStart(2, "0");
  if (!minutes) return `${rest}\u00a0s`;
  if (minutes < IN_SECONDS) return `${minutes}\u00a0min ${two(rest)}\u00a0s`;
  const begun = minutes + (rest ? 1 : 0);
  return begun < 60 ? `${begun}\u00a0min` : `${Math.floor(begun / 60)}\u00a0h ${two(begun % 60)}\u00a0min`;
}

function show(clock) {
  const now = nowOf(clock);
  const stages = JSON.parse(clock.dataset.stages);
  const stage = stages.find((one) => !one.until || now < Date.parse(one.until));
  const distance = Math.abs(Date.parse(stage.target) - now);
  const told = stage.phase === "coming" ? aheadOf : lengthOf;
  const line = stage.counted ? stage.counted.replace("{time}", told(distance)) : stage.line;
  const place = clock.querySelector(".clock-line");
  if (place.textContent !== line) place.textContent = line;
  clock.dataset.phase = stage.phase;
  const said = clock.querySelector(".clock-said[data-until]");
  if (said) said.hidden = now >= Date.parse(said.dataset.until);
}

function tick() {
  for (const clock of clocks()) show(clock);
}

/** Takes the clocks of another page of this event, as they are now. */
function take(page, source) {
  for (const clock of clocks()) {
    const newer = page.querySelector(`[data-clock="${CSS.escape(clock.dataset.clock)}"]`);
    if (newer && clock.dataset.from === source) clock.replaceWith(document.importNode(newer, true));
  }
  for (const strip of document.querySelectorAll(`[data-clocks="${CSS.escape(source)}"]`)) {
    const timed = [...page.querySelectorAll("[data-clock][data-timed]")];
    strip.replaceChildren(...timed.map((clock) => named(document.importNode(clock, true), timed.length > 1)));
    strip.hidden = !timed.length;
  }
}

/** Returns a clock with the name of its division before it, where there are several. */
function named(clock, several) {
  const line = document.createElement("div");
  if (several) line.append(`${clock.dataset.clock} `);
  line.append(clock);
  return line;
}

async function ask(source) {
  const asked = Date.now();
  // Without the cookie that may have chosen it, the language has to be said.
  const headers = { "Accept-Language": document.documentElement.lang };
  const answer = await fetch(source, { cache: "no-cache", credentials: "omit", headers });
  const told = Date.parse(answer.headers.get("Date"));
  // The header has whole seconds, and was written about halfway through the wait.
  if (told) ahead = told + SECOND_MS / 2 - (asked + Date.now()) / 2;
  if (!answer.ok) return;
  take(new DOMParser().parseFromString(await answer.text(), "text/html"), source);
}

async function keep(source) {
  try {
    if (!document.hidden) await ask(source);
  } catch {
    // No network: the count goes on by what is known.
  }
  tick();
  window.setTimeout(() => keep(source), EVERY_MS + Math.random() * SPREAD_MS);
}

const sources = new Set();
for (const clock of clocks()) {
  // A page that is made anew for each reader says when that was.
  if (clock.dataset.now) ahead = Date.parse(clock.dataset.now) - Date.now();
  if (clock.dataset.from) sources.add(clock.dataset.from);
}
for (const strip of document.querySelectorAll("[data-clocks]")) sources.add(strip.dataset.clocks);
for (const source of sources) keep(source);
window.setInterval(tick, SECOND_MS);
tick();
