// Adds the followed players to the chart of places: asks for the page with them, and shows its chart instead.

const AT_MOST = 3;
const KEPT = `follow ${location.pathname.split("/")[2]}`;
const cards = new URL("../player/", location).pathname;
const chosen = new URLSearchParams(location.search).has("with");

let asked = "";

async function draw() {
  const plain = document.getElementById("places");
  const others = JSON.parse(localStorage[KEPT] ?? "[]")
    .filter((card) => card.startsWith(cards) && !plain?.querySelector(`a[href="${CSS.escape(card)}"]`))
    .map((card) => card.split("/").at(-2))
    .slice(-AT_MOST)
    .join("-");
  asked = others;
  let section = null;
  if (plain && others) {
    const answer = await fetch(`?with=${others}`).catch(() => null);
    if (!answer?.ok) return;
    section = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("places");
  }
  if (asked !== others) return;
  document.getElementById("places-followed")?.remove();
  if (plain) plain.hidden = Boolean(section);
  if (!section) return;
  section.id = "places-followed";
  plain.after(section);
}

if (!chosen) {
  draw();
  document.addEventListener("live", draw);
  addEventListener("storage", draw);
}
