import { THEME_KEY } from "./theme-script.ts";

export type Theme = "light" | "dark" | "system";

/** What this browser was told; the system's theme when it was told nothing. */
export function chosenTheme(): Theme {
  const chosen = localStorage.getItem(THEME_KEY);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Keeps the choice and applies it here and in this browser's other tabs: the page's script listens for both. */
export function chooseTheme(theme: Theme) {
  if (theme === "system") localStorage.removeItem(THEME_KEY);
  else localStorage.setItem(THEME_KEY, theme);
  window.dispatchEvent(new StorageEvent("storage", { key: THEME_KEY }));
}

/** @returns how to stop listening */
export function onThemeChange(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
