// A star at every name, kept on this device only: the followed are marked and pinned, their next game is below.

import { gettext, say } from "./words.js";

// The page of a player's own link says where the games of the followed stand, and which is their own; the page of all
// events has a place for those of each that is being played.
const places = [...document.querySelectorAll("[data-follow]")];
const here = places.find(({ dataset }) => localStorage[`follow ${dataset.follow}`]?.length > 2) ?? places[0];
const KEPT = `follow ${here?.dataset.follow ?? location.pathname.split("/")[2]}`;
const NAMES = ":is(.standings, .names, .pairings, .results, .leaders, .plain) a[href*='/player/'], h1[data-own]";

const all = (css, root = document) => [...root.querySelectorAll(css)];
const made = (tag, given) => Object.assign(document.createElement(tag), given);
const ariaLabel = gettext("Followed");
const games = made("nav", { className: "follows", ariaLabel });
let followed, later;

function addStar(link) {
  const value = link.dataset.own ?? link.getAttribute("href");
  // live.js finds the focus again by this.
  const id = `star-${value.split("/").at(-2)}`;
  const star = made("button", { className: "follow", id, value });
  star.ariaLabel = say("Follow {name}", { name: link.textContent });
  // On the page of one player there is room to say what the star does.
  if (link.dataset.own) star.dataset.is = gettext("Follow");
  link.before(star);
  return star;
}

function pin(table) {
  const pinned = made("tbody", { className: "pinned", ariaLabel });
  pinned.append(...all(".followed", table).map((row) => row.cloneNode(true)));
  for (const star of all(".follow", pinned)) star.id += "-pinned";
  table.tBodies[0].before(pinned);
}

function draw({ detail: found } = {}) {
  if (!found) followed = new Set(JSON.parse(localStorage[KEPT] ?? "[]"));
  for (const pinned of all(".pinned")) pinned.remove();
  for (const link of all(NAMES)) {
    const star = link.parentElement.querySelector(".follow") ?? addStar(link);
    star.ariaPressed = followed.has(star.value);
    const line = link.closest("tr, li, .heading");
    line.classList.toggle("followed", line.querySelector("[aria-pressed=true]"));
  }
  all(".sheet:has(.followed)").forEach(pin);
  // What draws them in a chart is needed by nobody else.
  if (followed.size) for (const { dataset } of all("[data-script]")) import(dataset.script);
  // Who was found has only their stars to be drawn: the games of the followed are as they were.
  if (found) return;
  tell();
  // A card may come late.
  clearTimeout(later);
  later = setTimeout(tell, 5_000);
}

async function tell() {
  const asked = followed;
  const others = [...asked].filter((card) => card !== here?.dataset.own);
  const links = await Promise.all(others.slice(-3).map(gameOf)).catch(() => [...games.children]);
  const said = links.map((link) => link.textContent).join("");
  if (asked === followed && said !== games.textContent) games.replaceChildren(...links);
  (here ?? all(".live")[0])?.append(games);
}

async function gameOf(href) {
  const answer = await fetch(href);
  const card = new DOMParser().parseFromString(await answer.text(), "text/html");
  return made("a", { href, rel: "noreferrer", textContent: card.querySelector("[data-next]")?.dataset.next });
}

function press({ target }) {
  const star = target.closest(".follow");
  if (!star) return;
  const { top } = star.getBoundingClientRect();
  if (!followed.delete(star.value)) followed.add(star.value);
  localStorage[KEPT] = JSON.stringify([...followed]);
  draw();
  const now = star.isConnected ? star : all(`[value="${star.value}"]`)[0];
  now.focus({ preventScroll: true });
  // The table is longer above the finger.
  if (now === star && scrollY) scrollBy(0, star.getBoundingClientRect().top - top);
}

draw();
addEventListener("click", press);
document.addEventListener("live", draw);
addEventListener("storage", draw);
addEventListener("pageshow", ({ persisted }) => persisted && draw());
