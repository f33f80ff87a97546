"use client";

import { useEffect } from "react";

/**
 * What the pages that are open call themselves, and which of their tabs is open; the last of each speaks, as a tab does
 * for the page that it belongs to.
 */
const pages: string[][] = [];
const tabs: string[][] = [];

function write() {
  const page = pages.at(-1);
  const text = page === undefined ? undefined : [...(tabs.at(-1) ?? []), ...page, "Fulmar"].join(" · ");
  if (text !== undefined && document.title !== text) document.title = text;
}

/**
 * Names the page in the browser's tab and history, and for screen readers, by what is on it: `web-1 · Cloud VMs ·
 * Fulmar`. Next writes the name that a page has without its content whenever its metadata come, which may be later:
 * ours is written again then.
 */
export function DocumentTitle({ parts }: { parts: readonly string[] }) {
  useEffect(() => {
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  useName(pages, parts);
  return null;
}

/** Puts the tab that is open before its page's name: `Snapshots · web-1 · Cloud VMs · Fulmar`. */
export function TabTitle({ title }: { title: string }) {
  useName(tabs, [title]);
  return null;
}

function useName(names: string[][], parts: readonly string[]) {
  // The parts are made anew with each rendering; what they say is what counts.
  const said = JSON.stringify(parts);
  useEffect(() => {
    const name: string[] = JSON.parse(said);
    names.push(name);
    write();
    return () => {
      names.splice(names.indexOf(name), 1);
      write();
    };
  }, [names, said]);
}
