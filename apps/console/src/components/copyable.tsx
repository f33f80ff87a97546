"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { notify } from "./toast-store.ts";

/**
 * Copies a text to the clipboard. If the browser refuses (insecure context), a message says so. The text can still be
 * selected.
 */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  const copy = (text: string) => {
    const write =
      navigator.clipboard === undefined
        ? Promise.reject(new Error("no clipboard"))
        : navigator.clipboard.writeText(text);
    write.then(
      () => {
        setCopied(true);
        window.setTimeout(() => setCopied(false), 1_500);
      },
      () => notify.failed("Not copied", "The browser does not allow it here; select the text and copy it yourself."),
    );
  };
  return { copied, copy };
}

/**
 * An identifier or another short value that is copied on click.
 * @param whole for values that users also type: they wrap instead of being truncated
 */
export function Copyable({ text, label, whole = false }: { text: string; label: string; whole?: boolean }) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      onClick={() => copy(text)}
      aria-label={`Copy ${label} ${text}`}
      className="group inline-flex max-w-full items-center gap-1.5 rounded font-mono text-ink-muted text-xs hover:text-ink"
    >
      <span className={whole ? "break-all text-left" : "truncate max-sm:in-[td]:max-w-32"}>{text}</span>
      {copied ? (
        <Check className="size-3.5 shrink-0 text-good" aria-hidden />
      ) : (
        // In tables the icon appears only when the pointer is over its row, and takes no space. An icon in every row
        // would distract.
        <Copy
          className="size-3.5 shrink-0 opacity-40 group-hover:opacity-100 pointer-fine:in-[td]:-mr-5
            pointer-fine:in-[tr:not(:hover,:focus-within)]:opacity-0"
          aria-hidden
        />
      )}
      <span aria-live="polite" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
}
