// Keeps a public page as the server has it: asks for it again and again, by its ETag mostly for a 304, and
// exchanges what differs. Without this file the page is what it was when it was opened.
//
// A page of a mirror asks a small file from when the mirror is, says so, and becomes the next one where it is a later one.
//
// What another script adds to the page or changes on it stays where it is: an element is exchanged only where the
// server's text of it changed. After each exchange the document is told of it by the event "live".

import { gettext, say, sayCount } from "./words.js";

const BOXES = "div, section, article, header, nav, ul, ol, details, table, thead, tbody";
const APART = "[data-clock]";
const SPREAD = 0.5;
const PATIENCE_MS = 10_000;
const QUIET_MS = 5_000;
const SHOWN_MS = 8_000;
const AT_ONCE = 3;
const SLOWEST = 2;

/** How often to ask, 0 once there is no more news: an event that is closed. */
let every = asksEvery(document);
const { asAt } = document.getElementById("live").dataset;
const main = document.getElementById("main");
/** The key of each element that came from the server, and its text there. */
const known = new WeakMap();

const light = document.createElement("span");
const said = document.createElement("span");
const strip = document.createElement("div");
light.className = "live-light";
said.className = "live-said";
said.setAttribute("role", "status");
strip.className = "live";
strip.append(light, said);

let etag = "";
let failures = 0;
let timer = 0;
let asked = null;
let freshAt = Date.now();
let mirroredAt;
let heard = newsOf(document);
let unsaid = [];
let saying = 0;

function asksEvery(page) {
  return (page.getElementById("live")?.dataset.every ?? 0) * 1000;
}

/** Whether an element only holds others, and is looked into instead of exchanged. */
function isBox(element) {
  if (!element.matches(BOXES) || element.matches(APART)) return false;
  return ![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
}

const textOf = (element) => (isBox(element) ? element.cloneNode(false) : element).outerHTML;

/** Returns the children of an element by keys that a row keeps wherever it moves. */
function keyed(parent) {
  const children = new Map();
  for (const child of parent.children) {
    const head = child.tagName === "TR" ? child.querySelector("th")?.textContent.trim() : "";
    const key = child.id || head || `${child.tagName}.${child.className}`;
    let place = 0;
    while (children.has(`${key} ${place}`)) place += 1;
    children.set(`${key} ${place}`, child);
  }
  return children;
}

function learn(parent) {
  for (const [key, child] of keyed(parent)) {
    known.set(child, { key, text: textOf(child) });
    if (isBox(child)) learn(child);
  }
}

/** Marks what a row says anew, for the style sheet to light up. */
function mark(before, now) {
  if (!now.matches("tr, li")) return;
  const cells = now.matches("tr") && before ? [...now.cells] : [now];
  for (const [place, cell] of cells.entries()) {
    if (before && cell.tagName === "TH") continue;
    if (cell !== now && before.cells[place]?.textContent === cell.textContent) continue;
    cell.classList.add("fresh");
    cell.addEventListener("animationend", () => cell.classList.remove("fresh"), { once: true });
  }
}

function exchange(here, next) {
  const old = new Map([...here.children].filter((one) => known.has(one)).map((one) => [known.get(one).key, one]));
  const wanted = keyed(next);
  // A clock keeps itself: what it has put in its place is taken for what was here.
  const clock = here.querySelector(`:scope > ${APART}`);
  if (clock && !known.has(clock)) {
    const [key, child] = [...wanted].find(([, one]) => one.matches(APART)) ?? ["gone"];
    known.set(clock, { key, text: child && textOf(child) });
    old.set(key, clock);
  }
  for (const [key, child] of old) if (!wanted.has(key)) child.remove();
  let last = null;
  for (const [key, child] of wanted) {
    let now = old.get(key);
    if (!now || known.get(now).text !== textOf(child)) {
      const before = now;
      now = document.importNode(child, true);
      known.set(now, { key, text: textOf(child) });
      if (isBox(now)) learn(now);
      mark(before, now);
      before?.replaceWith(now);
    } else if (isBox(child)) exchange(now, child);
    let there = last ? last.nextElementSibling : here.firstElementChild;
    while (there && !known.has(there)) there = there.nextElementSibling;
    if (there !== now) {
      if (last) last.after(now);
      else here.prepend(now);
    }
    last = now;
  }
}

/** Returns a function that finds what has the focus again, wherever it is then. */
function focusKept() {
  const held = document.activeElement;
  if (!main.contains(held)) return () => {};
  const nameOf = (one) => one.id || one.getAttribute("href") || one.textContent;
  const kind = held.tagName.toLowerCase();
  const same = [...main.querySelectorAll(kind)].filter((one) => nameOf(one) === nameOf(held)).indexOf(held);
  return () => {
    if (document.activeElement === held) return;
    const alike = [...main.querySelectorAll(kind)].filter((one) => nameOf(one) === nameOf(held));
    (held.isConnected ? held : (alike[same] ?? alike[0]))?.focus({ preventScroll: true });
  };
}

function newsOf(page) {
  return new Set([...page.querySelectorAll("#news li")].map((one) => one.textContent.trim()));
}

function tell(page) {
  const news = newsOf(page);
  unsaid.push(...[...news].filter((one) => !heard.has(one)));
  heard = news;
  if (unsaid.length && !saying) sayNow();
}

function sayNow() {
  const rest = unsaid.length - AT_ONCE;
  const words = unsaid.slice(0, AT_ONCE);
  if (rest > 0) words.push(sayCount("and {count} more", "and {count} more", rest));
  said.textContent = words.join(" · ");
  unsaid = [];
  saying = setTimeout(() => {
    saying = 0;
    if (unsaid.length) sayNow();
    else saying = setTimeout(hush, SHOWN_MS - QUIET_MS);
  }, QUIET_MS);
}

function hush() {
  saying = 0;
  said.textContent = "";
  if (unsaid.length) sayNow();
}

function take(page) {
  const files = (one) => [...one.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
  const here = files(document);
  // The program is another one now: its pages go with its own styles and scripts. A browser may have added some.
  if (files(page).some((file) => !here.includes(file))) return location.reload();
  every = asksEvery(page);
  const refocus = focusKept();
  const table = [...main.querySelectorAll("table")].find((one) => one.getBoundingClientRect().bottom > 0);
  const top = table?.getBoundingClientRect().top;
  exchange(main, page.getElementById("main"));
  // What other scripts had on exchanged rows is there again before the focus goes back to it.
  document.dispatchEvent(new Event("live"));
  refocus();
  if (table?.isConnected && scrollY) scrollBy(0, table.getBoundingClientRect().top - top);
  document.title = page.title;
  tell(page);
}

function show(state) {
  const time = new Date(freshAt).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  const words = {
    live: () => (mirroredAt ? age() : gettext("Live")),
    polling: () => gettext("Looking for news"),
    stale: () => say("Not up to date since {time}", { time }),
  }[state]();
  light.dataset.state = state;
  if (light.textContent !== words) light.textContent = words;
}

/** Whether a mirror is of another moment than this page; knows from then on how old it is. */
async function isLater(signal) {
  const answer = await fetch(asAt, { cache: "no-store", credentials: "omit", signal });
  if (!answer.ok) throw new Error(answer.status);
  const { at } = await answer.json();
  const later = mirroredAt !== undefined && at !== mirroredAt;
  mirroredAt = at;
  return later;
}

async function askPage(signal) {
  // Without the cookie that may have chosen it, the language has to be said.
  const headers = { "Accept-Language": document.documentElement.lang };
  if (etag) headers["If-None-Match"] = etag;
  const answer = await fetch(location.pathname, { cache: "no-store", credentials: "omit", headers, signal });
  if (answer.status === 304) return;
  if (!answer.ok) throw new Error(answer.status);
  take(new DOMParser().parseFromString(await answer.text(), "text/html"));
  etag = answer.headers.get("ETag") ?? "";
}

/** Says from when a mirror is, and how old that is, as "As of 14:02, 3 min ago". */
function age() {
  const at = new Date(mirroredAt);
  const minutes = Math.max(0, Math.floor((Date.now() - at) / 60_000));
  const time = at.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" });
  return sayCount("As of {time}, {count} min ago", "As of {time}, {count} min ago", minutes, { time });
}

async function ask() {
  clearTimeout(timer);
  asked?.abort();
  // Nobody looks: the page asks as soon as somebody does.
  if (document.hidden || !every) return;
  const asking = new AbortController();
  asked = asking;
  const end = setTimeout(() => asking.abort(), PATIENCE_MS);
  if (failures || Date.now() - freshAt > PATIENCE_MS + 2 * every) show(failures > 1 ? "stale" : "polling");
  try {
    if (!asAt || (await isLater(asking.signal))) await askPage(asking.signal);
    failures = 0;
    freshAt = Date.now();
    show("live");
  } catch {
    // Another question took its place, or there is no answer.
    if (asked !== asking) return;
    failures += 1;
    show(failures > 1 ? "stale" : "polling");
  } finally {
    clearTimeout(end);
  }
  if (!every) strip.remove();
  else if (asked === asking) timer = setTimeout(ask, wait());
}

function wait() {
  return every * 2 ** Math.min(failures, SLOWEST) * (1 - SPREAD / 2 + SPREAD * Math.random());
}

learn(main);
main.append(strip);
show("live");
timer = setTimeout(ask, asAt ? 0 : wait());
document.addEventListener("visibilitychange", ask);
window.addEventListener("online", ask);
window.addEventListener("pageshow", ({ persisted }) => persisted && ask());
window.addEventListener("offline", () => {
  failures = Math.max(failures, 2);
  show("stale");
});
