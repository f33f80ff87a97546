"use client";

import { useEffect } from "react";

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, [tabindex]";
/** What is large enough to be found again, and small enough to be near. */
const PLACE = "section, form, ul, ol, main";

/** Where something was before it was removed. */
interface Gap {
  readonly removed: Element;
  readonly previous: Element | null;
  readonly next: Element | null;
}

/**
 * Keeps the focus near where it was when what had it goes: a deleted row, a form that is made anew. Without it the focus is nowhere,
 * and the tab key begins with the frame again.
 */
export function FocusKeeper() {
  useEffect(() => {
    /** What had the focus in the page last, and everything around it, from the inside out. */
    let way: readonly Element[] = [];
    let gap: Gap | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest("main") === null) return;
      way = wayOut(target);
      gap = undefined;
    };
    const observer = new MutationObserver((records) => {
      const [lost] = way;
      if (lost === undefined || lost.isConnected) return;
      gap ??= gapOf(records, way);
      // A question in front of the page has the focus until it is answered.
      if (document.activeElement !== document.body) return;
      const around = way.filter((element) => element.isConnected);
      way = [];
      focusNear(lost, around, gap);
    });
    document.addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, []);
  return null;
}

function wayOut(element: Element): readonly Element[] {
  return element.parentElement === null ? [element] : [element, ...wayOut(element.parentElement)];
}

function gapOf(records: readonly MutationRecord[], way: readonly Element[]): Gap | undefined {
  for (const { removedNodes, previousSibling, nextSibling } of records) {
    const removed = way.find((element) => [...removedNodes].includes(element));
    if (removed !== undefined) return { removed, previous: elementOf(previousSibling), next: elementOf(nextSibling) };
  }
  return undefined;
}

function elementOf(node: Node | null): Element | null {
  return node instanceof Element && node.isConnected ? node : null;
}

/** Moves the focus to the same control if there is one again, else to what came next in its list or on the page, else to the place that it was in. */
function focusNear(lost: Element, around: readonly Element[], gap: Gap | undefined) {
  const place = around.find((element) => element.matches(PLACE));
  const target = sameAgain(lost, place) ?? (gap && neighbour(gap)) ?? place;
  if (!(target instanceof HTMLElement)) return;
  if (!target.matches(FOCUSABLE)) {
    target.tabIndex = -1;
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus({ preventScroll: true });
}

function sameAgain(lost: Element, place: Element | undefined): Element | undefined {
  const alike = [...(place?.querySelectorAll(lost.tagName) ?? [])].filter((element) => nameOf(element) === nameOf(lost));
  return alike.length === 1 ? alike[0] : undefined;
}

function nameOf(element: Element): string {
  return [element.getAttribute("aria-label"), element.getAttribute("name"), element.getAttribute("type"), element.textContent].join("\n");
}

/** A row's neighbour by its first control; after anything else only what takes the focus as a whole, such as a table. */
function neighbour({ removed, previous, next }: Gap): Element | undefined {
  if (removed.matches("tr, li")) return (next ?? previous)?.querySelector(FOCUSABLE) ?? undefined;
  return next?.matches("[tabindex]") ? next : undefined;
}
