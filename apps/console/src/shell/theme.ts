import { THEME_KEY } from "./theme-script.ts";

export type Theme = "light" | "dark" | "system";

/** The theme chosen in this browser, or the system's theme if none was. */
export function chosenTheme(): Theme {
  const chosen = localStorage.getItem(THEME_KEY);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Stores the choice and applies it in this browser's tabs: the page's script listens in each. */
export function chooseTheme(theme: Theme) {
  if (theme === "system") localStorage.removeItem(THEME_KEY);
  else localStorage.setItem(THEME_KEY, theme);
  window.dispatchEvent(new StorageEvent("storage", { key: THEME_KEY }));
}

/** @returns unsubscribes the listener */
export function onThemeChange(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
