// Waits for a Wallchart that stops and starts again, and then loads this page anew.
//
// The page asks the browser to load it again by itself, too; while nobody listens that would end on
// the browser's own page, so it is asked here first whether anybody does.

const EVERY_MS = 1500;

async function look() {
  try {
    const answer = await fetch(window.location.href, { cache: "no-store" });
    if (answer.ok && !answer.headers.has("Refresh")) {
      // Not reload(), which would send again what this page answered to.
      window.location.replace(window.location.href);
      return;
    }
  } catch {
    // Nobody listens: it has stopped, and will start again.
  }
  window.setTimeout(look, EVERY_MS);
}

window.setTimeout(look, EVERY_MS);
