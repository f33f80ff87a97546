"use client";

import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { problemOf } from "@/client/problem.ts";
import { ActionMenu } from "@/components/action-menu.tsx";
import { FieldMessage } from "@/components/field.tsx";
import { notify } from "@/components/toast-store.ts";
import { DocsLink } from "@/docs/docs-link.tsx";
import type { UserDataRemark } from "./check-user-data.ts";
import type { Snippet } from "./snippets.ts";

/** The most bytes that the API takes. */
const MOST_BYTES = 65_536;
const LEAST_LINES = 6;
const MOST_LINES = 24;

/**
 * A cloud-config or script for the first boot: a text area with line numbers, snippets, and remarks while typing. What
 * is remarked does not keep the form from being sent: images may take more than the console knows.
 * @param text what is in the field now
 * @param onText replaces it
 */
export function UserDataField({
  label = "User data",
  hint,
  error,
  text,
  onText,
  menu,
  ref,
  ...area
}: UseFormRegisterReturn & {
  label?: string;
  hint: ReactNode;
  error: string | undefined;
  text: string;
  onText: (text: string) => void;
  /** Beside the snippets. */
  menu?: ReactNode;
  ref: Ref<HTMLTextAreaElement>;
}) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const [snippets, setSnippets] = useState<readonly Snippet[]>([]);
  const remarks = useRemarks(text);
  const bytes = new TextEncoder().encode(text).length;
  const lines = text.split("\n").length;
  const shown = Math.min(MOST_LINES, Math.max(LEAST_LINES, lines));
  useEffect(() => {
    let wanted = true;
    import("./snippets.ts").then(
      ({ SNIPPETS }) => wanted && setSnippets(SNIPPETS),
      () => notify.failed("The snippets did not load", "Reload the page to use them; the field works without them."),
    );
    return () => {
      wanted = false;
    };
  }, []);
  const insert = async (snippet: Snippet) => {
    const { withSnippet } = await import("./snippets.ts");
    onText(withSnippet(text, snippet));
    box.current?.querySelector("textarea")?.focus();
  };
  const showLine = (line: number) => {
    const field = box.current?.querySelector("textarea");
    if (!field) return;
    const start =
      text
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const end = text.indexOf("\n", start);
    field.focus();
    field.setSelectionRange(start, end === -1 ? text.length : end);
    field.scrollTop = Math.max(0, ((line - 4) * field.scrollHeight) / lines);
  };
  const faulty = new Set(remarks.map(({ line }) => line));
  return (
    <div ref={box}>
      <div className="mb-1.5 flex items-end justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span className="flex flex-wrap justify-end gap-2">
          {menu}
          <ActionMenu
            label="Insert a snippet"
            text="Insert a snippet"
            actions={snippets.map((snippet) => ({
              label: snippet.title,
              refusal: null,
              onSelect: () =>
                void insert(snippet).catch((failure: unknown) =>
                  notify.failed("The snippet was not inserted", problemOf(failure).detail),
                ),
            }))}
          />
        </span>
      </div>
      <div
        className="flex overflow-hidden rounded-md border border-line-strong bg-surface font-mono text-[13px]
          leading-5 shadow-card focus-within:border-accent focus-within:outline-2 focus-within:outline-accent
          hover:border-ink-subtle"
      >
        <div
          ref={numbers}
          aria-hidden
          style={{ height: `${shown * 1.25 + 1}rem` }}
          className="shrink-0 select-none overflow-hidden border-line border-r bg-canvas px-2 pt-2 pb-6 text-right
            text-ink-subtle tabular-nums"
        >
          {Array.from({ length: lines }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <div key={index} className={faulty.has(index + 1) ? "font-semibold text-bad" : ""}>
              {index + 1}
            </div>
          ))}
        </div>
        <textarea
          {...area}
          ref={ref}
          id={id}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-describedby={`${id}-text`}
          aria-invalid={error !== undefined || undefined}
          style={{ height: `${shown * 1.25 + 1}rem` }}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
          className="min-w-0 flex-1 resize-none overflow-auto bg-transparent px-3 py-2 text-ink outline-none"
        />
      </div>
      <div id={`${id}-text`} className="mt-1.5 flex justify-between gap-3 text-xs">
        <span>
          <FieldMessage label={label} error={error} />
          {error === undefined && <span className="text-ink-subtle">{hint}. </span>}
          <DocsLink to="userData">About user data</DocsLink>
        </span>
        <span className={`shrink-0 tabular-nums ${bytes > MOST_BYTES ? "font-medium text-bad" : "text-ink-subtle"}`}>
          {(bytes / 1024).toFixed(1)} of 64 KiB
        </span>
      </div>
      <div role="status" className="text-xs">
        {remarks.length > 0 && (
          <ul aria-label="Problems in the user data" className="mt-2 space-y-1">
            {remarks.map(({ kind, line, column, message }) => (
              <li key={`${line} ${column} ${message}`} className="flex flex-wrap items-baseline gap-x-2">
                <button
                  type="button"
                  onClick={() => showLine(line)}
                  className={`rounded font-medium underline underline-offset-2
                    ${kind === "error" ? "text-bad" : "text-warn"}`}
                >
                  Line {line}, column {column}
                </button>
                <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const NONE: readonly UserDataRemark[] = [];

/**
 * Checks the text a moment after the last key. The check, and the library that parses YAML, load with the first text.
 */
function useRemarks(text: string): readonly UserDataRemark[] {
  const [remarks, setRemarks] = useState(NONE);
  useEffect(() => {
    if (text.trim() === "") return setRemarks(NONE);
    let wanted = true;
    const timer = window.setTimeout(() => {
      import("./check-user-data.ts").then(
        ({ checkUserData }) => wanted && setRemarks(checkUserData(text)),
        () =>
          wanted &&
          notify.failed("The user data was not checked", "Its check did not load; it can be sent all the same."),
      );
    }, PAUSE_MS);
    return () => {
      wanted = false;
      window.clearTimeout(timer);
    };
  }, [text]);
  return remarks;
}

const PAUSE_MS = 250;
