"use client";

import { useEffect } from "react";

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, [tabindex]";
/** Elements that open on top of the page and take the focus. */
const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu]";
/** Elements large enough to still exist, and small enough to be close. */
const PLACE = `section, form, ul, ol, header, main, ${OVERLAY}`;

/** The element that had the focus, and how to find its place when it is removed. */
interface Trail {
  /** The element and its ancestors, innermost first. */
  readonly way: readonly Element[];
  gap?: Gap | undefined;
}

/** The position of a removed element. */
interface Gap {
  readonly removed: Element;
  readonly previous: Element | null;
  readonly next: Element | null;
}

/**
 * Keeps the focus close to its place when the focused element is removed: a deleted row, a remounted form, a step of a
 * dialog. Otherwise the focus would be lost, and the tab key would start again at the frame.
 */
export function FocusKeeper() {
  useEffect(() => {
    let inPage: Trail | undefined;
    let inOverlay: Trail | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const trail = { way: wayOut(target) };
      if (target.closest(OVERLAY) === null) [inPage, inOverlay] = [trail, undefined];
      else inOverlay = trail;
    };
    // A click on the background clears the focus on purpose. A click on a control is followed by a focus event.
    const forget = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest(OVERLAY) !== null) return;
      inPage = undefined;
      inOverlay = undefined;
    };
    const observer = new MutationObserver((records) => {
      const lost = [inOverlay, inPage]
        .filter((trail) => trail !== undefined)
        .filter(({ way }) => way[0]?.isConnected === false);
      if (lost.length === 0) return;
      for (const trail of lost) trail.gap ??= gapOf(records, trail.way);
      if (document.activeElement !== document.body) return;
      if (inOverlay?.way.some((element) => element.isConnected && element.matches(OVERLAY))) focusNear(inOverlay);
      else if (inPage !== undefined) focusNear(inPage);
    });
    document.addEventListener("pointerdown", forget);
    document.addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("pointerdown", forget);
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

/**
 * Moves the focus to the same control if it exists again, else to the next element in its list or on the page, else to
 * the enclosing section.
 */
function focusNear({ way, gap }: Trail) {
  const [lost] = way;
  if (lost === undefined || lost.isConnected) return;
  const place = way.find((element) => element.isConnected && element.matches(PLACE)) ?? document.querySelector("main");
  const target = sameAgain(lost, place) ?? (gap && neighbour(gap)) ?? place;
  if (!(target instanceof HTMLElement)) return;
  if (!target.matches(FOCUSABLE)) {
    target.tabIndex = -1;
    target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
  }
  target.focus({ preventScroll: true });
}

function sameAgain(lost: Element, place: Element | null): Element | undefined {
  const alike = [...(place?.querySelectorAll(lost.tagName) ?? [])].filter(
    (element) => nameOf(element) === nameOf(lost),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

function nameOf(element: Element): string {
  return [
    element.getAttribute("aria-label"),
    element.getAttribute("name"),
    element.getAttribute("type"),
    element.textContent,
  ].join("\n");
}

/**
 * For a row, the first control of its neighbour. Otherwise only an element that is focusable itself, such as a table.
 */
function neighbour({ removed, previous, next }: Gap): Element | undefined {
  if (removed.matches("tr, li")) return (next ?? previous)?.querySelector(FOCUSABLE) ?? undefined;
  return next?.matches("[tabindex]") ? next : undefined;
}
