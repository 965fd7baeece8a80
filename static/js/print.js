// The button asks the browser to print; without this file the person does so by key. A page that is
// to be printed at once is printed when its font has come, once: not again when it is read again. Where
// this device keeps a printer of the machine, it goes there.

const button = document.querySelector(".print-now");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
  const direct = document.querySelector(".print-direct[data-now]");
  if (direct || "now" in button.dataset) {
    const address = new URL(location.href);
    address.searchParams.delete("now");
    history.replaceState(null, "", address);
    if (direct) direct.requestSubmit();
    else document.fonts.ready.then(() => window.print());
  }
}
