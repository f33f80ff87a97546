"use client";

import { useEffect, useRef } from "react";

/** What the pages that are open call themselves; the last one speaks, as a tab does for the page that it belongs to. */
const names: { text: string }[] = [];

function write() {
  const text = names.at(-1)?.text;
  if (text !== undefined && document.title !== text) document.title = text;
}

/**
 * Names the page in the browser's tab and history, and for screen readers, by what is on it: `web-1 · Cloud VMs · Fulmar`. Next writes the
 * name that a page has without its content whenever its metadata come, which may be later: ours is written again then.
 */
export function DocumentTitle({ parts }: { parts: readonly string[] }) {
  const text = [...parts, "Fulmar"].join(" · ");
  const own = useRef({ text });
  useEffect(() => {
    const name = own.current;
    names.push(name);
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      names.splice(names.indexOf(name), 1);
    };
  }, []);
  useEffect(() => {
    own.current.text = text;
    write();
  }, [text]);
  return null;
}
