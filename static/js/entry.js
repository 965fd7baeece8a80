// What the entry page gains over plain forms: keys on an empty line, and no typing lost while an
// answer is on its way. Without this file every line is sent and answered just the same.

const STALE_MS = 20_000;
let sent = "";
let typedOn = null;

const line = () => document.getElementById("line");
const unsent = document.getElementById("entry-unsent");
const keysAreOn = () => document.documentElement.dataset.keys !== "off";

function repeatLast() {
  const field = line();
  field.value = field.form.elements.last.value;
  field.setSelectionRange(field.value.length, field.value.length);
}

function undo() {
  line().value = "u";
  line().form.requestSubmit();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.key === "Escape") {
    line().focus();
    line().select();
    return;
  }
  if (event.target !== line() || line().value !== "" || event.repeat || !keysAreOn()) return;
  const act = { u: undo, ".": repeatLast }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// The next slip may be typed before the answer to the last has come: it takes the place of what
// was sent, and stays when the form is exchanged.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id !== "entry") return;
  sent = line().value;
  unsent.hidden = true;
  if (document.activeElement === line()) line().select();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (new URL(xhr.responseURL, location.href).pathname === location.pathname) {
    if (event.target.id === "entry") typedOn = line().value === sent ? null : line().value;
    return;
  }
  // Signed out meanwhile: what was typed goes along to the page that asks to sign in.
  event.detail.shouldSwap = false;
  const back = new URL(line().form.action);
  back.searchParams.set("line", line().value);
  const signIn = new URL(xhr.responseURL, location.href);
  signIn.searchParams.set("next", back.pathname + back.search);
  location.assign(signIn);
});

document.addEventListener("htmx:afterSwap", () => {
  if (typedOn === null) return;
  line().value = typedOn;
  line().focus();
  typedOn = null;
});

for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (event.target.id === "entry") unsent.hidden = false;
  });
}

// What others entered meanwhile; never under the hands of somebody who is in the list.
setInterval(() => {
  const state = document.getElementById("state");
  if (!document.hidden && !state.contains(document.activeElement)) {
    state.dispatchEvent(new Event("stale"));
  }
}, STALE_MS);

document.querySelector(".entry-keys").hidden = false;
