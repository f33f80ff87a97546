import { destinationOf, workspaceHref } from "./destinations.ts";

/** The pages of a workspace that `g` and a letter open. */
const GO_TO: Readonly<Record<string, string>> = {
  o: "",
  v: "cloud-vms",
  d: "volumes",
  b: "buckets",
  n: "vpcs",
  f: "firewall-groups",
  l: "load-balancers",
  t: "api-tokens",
  a: "alerts",
  s: "settings/organization",
};

/** The letters that follow `g`, and the names of their pages. */
export function goToLetters(workspaceId: string): readonly (readonly [letter: string, label: string])[] {
  return Object.entries(GO_TO).map(([letter, page]) => [
    letter,
    destinationOf(workspaceHref(workspaceId, page))?.label ?? page,
  ]);
}

/** What a key does on the page, or undefined: it focuses or presses what the page shows. */
export function pageKey(key: string): (() => void) | undefined {
  switch (key) {
    case "/":
      return focusOn("main input[type=search]");
    case "c":
      return () => press("main [aria-keyshortcuts=c]");
    case "j":
      return () => focusRow(1);
    case "k":
      return () => focusRow(-1);
    case "x":
      return () => document.activeElement?.closest("tr")?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
    default:
      return undefined;
  }
}

/** Follows the navigation's link, so that a page with a draft can ask first. */
export function goTo(workspaceId: string, letter: string) {
  const page = GO_TO[letter];
  if (page !== undefined) press(`nav a[href="${workspaceHref(workspaceId, page)}"]`);
}

/** Whether the keys are the element's own: it takes text, or a dialog, a menu or a list is open. */
export function takesKeys(target: EventTarget | null): boolean {
  if (document.querySelector("[role=alertdialog], [role=dialog], [role=menu], [role=listbox]") !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select, canvas")
  );
}

function press(selector: string) {
  document.querySelector<HTMLElement>(selector)?.click();
}

function focusOn(selector: string) {
  return () => document.querySelector<HTMLElement>(selector)?.focus();
}

/** Focuses the first control of the next row of the page's tables, or of the one before. */
function focusRow(step: 1 | -1) {
  const rows = [...document.querySelectorAll("main tbody tr")].filter((row) => controlOf(row) !== null);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at === -1 && step === -1 ? rows.length - 1 : at + step];
  if (next !== undefined) controlOf(next)?.focus();
}

function controlOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>("a[href], button");
}
