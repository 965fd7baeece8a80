// Finds players of an event as a name is typed, and shows here what the page of the search says of them: their place,
// their next board, their last game. Who was chosen last is offered the next time, with the game that their card tells,
// until the field is emptied: kept on this device only, and not where somebody is followed. Without this file the form
// leads to the page of the search.

import { gettext, sayCount } from "./words.js";

const LEAST = 2;
const PAUSE_MS = 200;
/** How often news has the search asked again: its answers are stored nowhere. */
const AGAIN_MS = 30_000;

const form = document.querySelector(".find-player");
const { q: field } = form.elements;
const action = form.getAttribute("action");
const KEPT = `found ${action}`;
const FOLLOWED = `follow ${action.split("/")[2]}`;

const made = (tag, given) => Object.assign(document.createElement(tag), given);
const found = document.getElementById("found") ?? made("div", { id: "found", className: "keep-off-paper" });
const count = made("span", { className: "find-count" });
const last = made("p", { className: "found-last keep-off-paper" });
const lastLink = made("a");
/** What was looked for last and when, and what the server said of it. */
let sought = field.value;
let askedAt = Date.now();
let said = "";
let asked = new AbortController();
let later;

async function pageAt(href, signal) {
  const answer = await fetch(href, { signal });
  if (!answer.ok) throw new Error(answer.status);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

const keyOf = (one) => one.tagName + (one.value ?? one.getAttribute("href"));

/** Shows who was found, and keeps the focus there; what is the same, or has a finger on it, stays as it is. */
function show(words, page) {
  const { innerHTML, children } = page.getElementById("found");
  if (words === sought && (innerHTML === said || found.matches(":active"))) return;
  const { activeElement: held } = document;
  const hadFocus = found.contains(held);
  sought = words;
  said = innerHTML;
  found.replaceChildren(...children);
  tellCount(found.querySelectorAll("li").length);
  // The stars of who was found; the detail tells this from news of the event.
  document.dispatchEvent(new CustomEvent("live", { detail: found }));
  if (!hadFocus) return;
  const same = [...found.querySelectorAll("a, button")].find((one) => keyOf(one) === keyOf(held));
  (same ?? field).focus({ preventScroll: true });
}

/** Shows a number, for which there is room, and has it read with what it counts. */
function tellCount(many) {
  const textContent = sayCount("{count} player", "{count} players", many);
  count.replaceChildren(
    made("span", { ariaHidden: "true", textContent: many }),
    made("span", { className: "visually-hidden", textContent }),
  );
}

function clear() {
  sought = said = count.textContent = "";
  found.replaceChildren();
}

async function look() {
  asked.abort();
  asked = new AbortController();
  askedAt = Date.now();
  const { signal } = asked;
  const words = field.value;
  try {
    show(words, await pageAt(`${action}?${new URLSearchParams({ q: words })}`, signal));
  } catch {
    // Without an answer the button still leads to the page; who was found by another name is not who is looked for.
    if (!signal.aborted && words !== sought) clear();
  }
}

async function tellLast() {
  const href = localStorage[KEPT];
  if (!href || localStorage[FOLLOWED]?.length > 2) return last.remove();
  const card = await pageAt(href);
  const words = card.querySelector("[data-next]")?.dataset.next ?? card.querySelector("h1[data-own]")?.textContent;
  if (!words) return last.remove();
  lastLink.href = href;
  if (lastLink.textContent !== words) lastLink.textContent = words;
  // It stays the same link, which may have the focus.
  if (!last.isConnected) form.after(last);
}

const tellLastNow = () => tellLast().catch(() => {});

function type() {
  clearTimeout(later);
  if (field.value.trim().length >= LEAST) {
    later = setTimeout(look, PAUSE_MS);
  } else {
    asked.abort();
    clear();
    if (!field.value) delete localStorage[KEPT];
    tellLastNow();
  }
}

count.setAttribute("role", "status");
form.append(count);
form.after(found);
last.append(made("span", { className: "over", textContent: gettext("Found last") }), " ", lastLink);
tellLastNow();
field.addEventListener("input", type);
found.addEventListener("click", ({ target }) => {
  const link = target.closest(".found-name a");
  if (link) localStorage[KEPT] = link.getAttribute("href");
});
document.addEventListener("live", ({ detail }) => {
  if (detail === found) return;
  if (field.value.trim().length >= LEAST && Date.now() - askedAt >= AGAIN_MS) look();
  tellLastNow();
});
