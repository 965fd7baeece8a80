// Finds players of an event as a name is typed, and shows here what the page of the search says of them: their place,
// their next board, their last game. Who was chosen last is offered the next time, with the game that their card tells,
// until the field is emptied: kept on this device only, and not where somebody is followed. Without this file the form
// leads to the page of the search.

import { gettext } from "./words.js";

const LEAST = 2;
const PAUSE_MS = 200;

const form = document.querySelector(".find-player");
const { q: field } = form.elements;
const action = form.getAttribute("action");
const KEPT = `found ${action}`;
const FOLLOWED = `follow ${action.split("/")[2]}`;

const made = (tag, given) => Object.assign(document.createElement(tag), given);
const found = document.getElementById("found") ?? made("div", { id: "found" });
const count = made("span", { className: "find-count" });
const last = made("p", { className: "found-last" });
let asked = new AbortController();
let later;

const pageAt = async (href, signal) => {
  const answer = await fetch(href, { signal });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
};

async function look() {
  asked.abort();
  asked = new AbortController();
  const page = await pageAt(`${action}?${new URLSearchParams({ q: field.value })}`, asked.signal);
  found.replaceChildren(...page.getElementById("found").children);
  count.textContent = found.querySelectorAll("li").length;
  // The stars of who was found; the detail tells this from news of the event.
  document.dispatchEvent(new CustomEvent("live", { detail: found }));
}

// Without an answer the button still leads to the page.
const lookNow = () => look().catch(() => {});

async function tellLast() {
  const href = localStorage[KEPT];
  if (!href || localStorage[FOLLOWED]?.length > 2) return last.remove();
  const card = await pageAt(href);
  const words = card.querySelector("[data-next]")?.dataset.next ?? card.querySelector("h1[data-own]")?.textContent;
  if (!words) return last.remove();
  last.replaceChildren(made("span", { className: "over", textContent: gettext("Found last") }), " ");
  last.append(made("a", { href, textContent: words }));
  form.after(last);
}

const tellLastNow = () => tellLast().catch(() => {});

function type() {
  clearTimeout(later);
  if (field.value.trim().length >= LEAST) {
    later = setTimeout(lookNow, PAUSE_MS);
  } else {
    asked.abort();
    count.textContent = "";
    found.replaceChildren();
    if (!field.value) delete localStorage[KEPT];
    tellLastNow();
  }
}

count.setAttribute("role", "status");
form.append(count);
form.after(found);
tellLastNow();
field.addEventListener("input", type);
found.addEventListener("click", ({ target }) => {
  const link = target.closest(".found-name a");
  if (link) localStorage[KEPT] = link.getAttribute("href");
});
document.addEventListener("live", ({ detail }) => {
  if (detail === found) return;
  if (count.textContent) lookNow();
  tellLastNow();
});
