// Searches a mirror, where nobody answers: looks in the index of names that search/index.js holds, a script beside the
// page so that it opens from a disk, too. Without this file the page is a list to look through.

(() => {
  const MOST = 60;
  const box = document.getElementById("look-up");
  const field = box.querySelector("input");
  const list = box.querySelector("ul");
  const none = box.querySelector("[role=status]");

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const names = NAMES.map(([name, told, href]) => ({ name, told, href, words: wordsOf(name) }));

  function line({ name, told, href }) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = href;
    link.textContent = name;
    item.append(link);
    if (told) {
      const more = document.createElement("span");
      more.className = "over";
      more.textContent = told;
      item.append(" ", more);
    }
    return item;
  }

  function look() {
    const wanted = wordsOf(field.value);
    const fits = ({ words }) => wanted.every((part) => words.some((word) => word.startsWith(part)));
    const found = wanted.length ? names.filter(fits).slice(0, MOST) : [];
    list.replaceChildren(...found.map(line));
    none.textContent = wanted.length && !found.length ? none.dataset.none : "";
  }

  field.value = new URLSearchParams(location.search).get("q") ?? "";
  box.hidden = false;
  field.addEventListener("input", look);
  box.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    look();
  });
  look();
})();
