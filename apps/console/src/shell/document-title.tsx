"use client";

import { useEffect } from "react";
import { useInstallation } from "./installation.tsx";

/**
 * The titles of the mounted pages, and of their open tabs. The last of each is shown: the tab's title in front of its
 * page's.
 */
const pages: string[][] = [];
const tabs: string[][] = [];

function write() {
  const page = pages.at(-1);
  const text = page === undefined ? undefined : [...(tabs.at(-1) ?? []), ...page].join(" · ");
  if (text !== undefined && document.title !== text) document.title = text;
}

/**
 * Sets the document title from the page's content: `web-1 · Cloud VMs · Fulmar`. Next may overwrite it later with the
 * static title from the metadata, so it is then set again.
 */
export function DocumentTitle({ parts }: { parts: readonly string[] }) {
  useEffect(() => {
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  useName(pages, [...parts, useInstallation().name]);
  return null;
}

/** Puts the open tab in front of the page's title: `Snapshots · web-1 · Cloud VMs · Fulmar`. */
export function TabTitle({ title }: { title: string }) {
  useName(tabs, [title]);
  return null;
}

function useName(names: string[][], parts: readonly string[]) {
  // The array is new on each render, so its content is compared.
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
