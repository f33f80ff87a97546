/** The storage key of the choice: "light", "dark", or nothing for the system's theme. */
export const THEME_KEY = "theme";

/**
 * Runs in the page's head: sets the theme from the choice or the system, and updates it when the system's theme
 * changes.
 */
export const THEME_SCRIPT = `(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen = null;
    try { chosen = localStorage.getItem("${THEME_KEY}"); } catch {}
    document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
})()`;
