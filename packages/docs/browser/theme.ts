// Runs in the head, before the first paint. The choice is the console's: both store it under the same key.
const dark = matchMedia("(prefers-color-scheme: dark)");

function applyTheme() {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    // The browser refuses storage to this page: then the system's theme holds.
  }
  document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
}

applyTheme();
dark.addEventListener("change", applyTheme);
addEventListener("storage", applyTheme);
