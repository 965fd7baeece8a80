// "Find me": looks for a name in the table or list on the page, as it is typed. Without this file, and where the page
// has neither, the link leads to the list of all names.

import { gettext } from "./words.js";

// Names no element, which would take the focus from the field.
const SOUGHT = "#find-me";
const link = document.getElementById("find");
const WITH_NAMES = ".standings, .pairings, .results, .names, .wall, .ratings, .people";
const table = () => document.querySelector(`main :is(${WITH_NAMES})`);
// As the server finds names: accents do not count, and each word typed begins one of the name.
const plain = (text) => text.normalize("NFD").replace(/[\p{M}'’]/gu, "").toLowerCase();
const wordsOf = (text) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

let field = null;
let found = null;

function look() {
  const wanted = wordsOf(field.value);
  let count = 0;
  let first = null;
  for (const row of table()?.querySelectorAll("tbody tr, li") ?? []) {
    // A row is its player's, unless it is a board's.
    const words = wordsOf((row.querySelector("th:not(.board)") ?? row).textContent);
    const fits = wanted.length > 0 && wanted.every((part) => words.some((word) => word.startsWith(part)));
    row.classList.toggle("sought", fits);
    row.hidden = wanted.length > 0 && !fits;
    if (fits) {
      // Who is followed stands at the head of the table too.
      if (!row.closest(".pinned")) count += 1;
      first ??= row;
    }
  }
  found.textContent = wanted.length ? count || gettext("No such name here.") : "";
  return first;
}

function open() {
  if (!field) {
    const row = document.createElement("div");
    row.className = "page find-row";
    field = document.createElement("input");
    field.type = "search";
    field.autocomplete = "off";
    field.setAttribute("aria-label", link.textContent.trim());
    found = document.createElement("span");
    found.className = "find-count";
    found.setAttribute("role", "status");
    row.append(field, found);
    document.querySelector(".site-head").append(row);
    field.addEventListener("input", look);
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") look()?.querySelector("a")?.focus();
      if (event.key === "Escape") close();
    });
    // What the page shows anew is looked through again.
    document.addEventListener("live", look);
  }
  field.parentElement.hidden = false;
  field.focus();
}

function close() {
  field.value = "";
  look();
  field.parentElement.hidden = true;
  link.focus();
}

link?.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!table()) {
    // The list that it leads to opens its field at once.
    link.hash = SOUGHT;
    return;
  }
  event.preventDefault();
  if (field && !field.parentElement.hidden) close();
  else open();
});
if (location.hash === SOUGHT && table()) open();
