// The judge by keys, without a page being loaded: Tab shows the words and then judges, Esc goes back,
// any key clears the verdict. All of it is forms and links that work without this file. What the
// server did not answer is never a verdict: what was typed stays, and it says to try again.

const PATIENCE_MS = 8000;
const LOOK_AGAIN_MS = 60_000;
// How long words and a verdict are there before a key does anything: two quick presses are one.
const READ_AT_LEAST_MS = { confirming: 500, verdict: 1000 };
const HOME = location.pathname.replace(/judge\/.*$/, "judge/");

let isBusy = false;
let isLeaving = false;
let isTabDown = false;
let shownAt = 0;
let clearing = 0;
// The page as it is before anything was typed: there even when the server is not.
let empty = null;

const page = () => document.querySelector("[data-judge]");
const step = () => page().dataset.judge;
const field = () => document.getElementById("words");

function settle() {
  document.documentElement.dataset.keys = "on";
  offerFullScreen();
  if (step() === "typing" && field().value === "" && !page().querySelector("#wrong")) {
    empty = page().cloneNode(true);
  }
  // What the server sent with the page has the focus from the browser itself.
  if (!page().querySelector("[autofocus]")) refocus();
  shownAt = performance.now();
  clearTimeout(clearing);
  if (step() === "verdict") clearing = setTimeout(clear, Number(page().dataset.clears) * 1000);
}

function offerFullScreen() {
  const button = page().querySelector("[data-full-screen]");
  if (button) button.hidden = !document.fullscreenEnabled || Boolean(document.fullscreenElement);
}

function refocus() {
  const target = field() ?? page().querySelector("[data-focus], #pin");
  target?.focus({ preventScroll: true });
}

function show(fresh) {
  const next = document.importNode(fresh, true);
  // The focus is moved here, and a browser that finds it taken complains of every autofocus.
  for (const one of next.querySelectorAll("[autofocus]")) one.removeAttribute("autofocus");
  page().replaceWith(next);
  settle();
}

function clear() {
  if (step() !== "verdict") return;
  if (empty) show(empty);
  else leave();
}

function leave() {
  isLeaving = true;
  location.replace(HOME);
}

function fail() {
  page().querySelector("[data-away]").hidden = false;
  refocus();
}

// Returns the page that the server answers with, null where it answers with anything else, and
// undefined where this device is no judge any more.
async function ask(address, form) {
  const answer = await fetch(address, {
    method: form ? "POST" : "GET",
    body: form,
    cache: "no-store",
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) return null;
  const told = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!told.querySelector("[data-joining]")) return told.querySelector("[data-judge]");
  leave();
  return undefined;
}

async function go(address, form) {
  if (isBusy) return;
  isBusy = true;
  page().querySelector("[data-away]").hidden = true;
  page().setAttribute("aria-busy", "true");
  try {
    const fresh = await ask(address, form);
    if (fresh) show(fresh);
    else if (fresh === null) fail();
  } catch {
    fail();
  } finally {
    isBusy = false;
    page().removeAttribute("aria-busy");
  }
}

function press(name) {
  const button = page().querySelector(`button[name="step"][value="${name}"]`);
  if (button) go(button.form.action, new FormData(button.form, button));
}

// While nobody uses it: the day may have changed, and the lexicon, and the judge may be closed.
async function lookAgain() {
  const isUntouched = () => step() === "typing" && field().value === "";
  const isIdle = () => !isBusy && (step() === "stopped" || isUntouched());
  if (!isIdle()) return;
  try {
    const fresh = await ask(HOME);
    if (fresh && isIdle()) show(fresh);
  } catch {
    // It is said to whoever types next.
  }
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  go(event.target.action, new FormData(event.target, event.submitter));
});

// A key that is held down, or pressed twice at once, says nothing: nobody has seen anything yet.
document.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const isTab = event.key === "Tab" && !event.shiftKey;
  const isSeen = performance.now() - shownAt >= (READ_AT_LEAST_MS[step()] ?? 0);
  const isHeld = event.repeat || (isTab && isTabDown) || !isSeen;
  if (isTab) isTabDown = true;
  if (event.ctrlKey || event.altKey || event.metaKey || /^F\d/.test(event.key)) return;
  if (step() === "verdict") {
    event.preventDefault();
    if (!isHeld) clear();
  } else if (step() === "typing" && isTab && event.target === field()) {
    event.preventDefault();
    if (!isHeld) press("check");
  } else if (step() === "confirming") {
    confirmBy(event, isTab && !isHeld);
  }
});

function confirmBy(event, isJudged) {
  const isEnter = event.key === "Enter" && event.target.matches('[value="rule"]');
  if (event.key !== "Tab" && event.key !== "Escape" && !isEnter) return;
  if (event.key === "Tab" && event.shiftKey) return;
  event.preventDefault();
  if (isJudged) press("rule");
  else if (event.key === "Escape") press("back");
}

document.addEventListener("keyup", (event) => {
  if (event.key === "Tab") isTabDown = false;
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-next]") && empty) {
    event.preventDefault();
    clear();
  } else if (event.target.closest("[data-full-screen]")) {
    document.documentElement.requestFullscreen().catch(() => {});
  } else if (event.target.closest("a[href]")) {
    event.preventDefault();
    go(event.target.closest("a[href]").href);
  } else if (!event.target.closest("button, input, textarea, label")) {
    refocus();
  }
});

document.addEventListener("fullscreenchange", offerFullScreen);
document.addEventListener("contextmenu", (event) => event.preventDefault());
document.addEventListener("visibilitychange", () => {
  isTabDown = false;
  if (!document.hidden) refocus();
});
addEventListener("beforeunload", (event) => {
  if (!isLeaving) event.preventDefault();
});

settle();
setInterval(lookAgain, LOOK_AGAIN_MS);
