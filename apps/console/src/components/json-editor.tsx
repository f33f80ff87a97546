"use client";

import type { FieldError } from "@fulmar/contract";
import { useRef } from "react";
import { lineOf } from "@/client/json-lines.ts";

/** Parsed JSON, or why it is not JSON. */
export function parseJson(text: string): { readonly value: unknown; readonly problem: string | null } {
  try {
    return { value: JSON.parse(text), problem: null };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: undefined, problem: `This is not JSON: ${error.message}.` };
  }
}

/** A JSON document to edit, with what is wrong with it by line. */
export function JsonEditor({
  label,
  text,
  onText,
  readOnly,
  problem,
  errors,
  warnings = [],
  rows = 24,
}: {
  label: string;
  text: string;
  onText: (text: string) => void;
  readOnly: boolean;
  /** Why the text is not JSON, or null. */
  problem: string | null;
  /** `field` is the path of the place: "listeners.0.port". */
  errors: readonly FieldError[];
  warnings?: readonly FieldError[];
  rows?: number;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const showLine = (line: number) => {
    const start =
      text
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const end = text.indexOf("\n", start);
    area.current?.focus();
    area.current?.setSelectionRange(start, end === -1 ? text.length : end);
    if (area.current)
      area.current.scrollTop = Math.max(0, ((line - 4) * area.current.scrollHeight) / text.split("\n").length);
  };
  return (
    <div className="space-y-3">
      <textarea
        ref={area}
        aria-label={label}
        aria-invalid={problem !== null || errors.length > 0 || undefined}
        spellCheck={false}
        rows={rows}
        readOnly={readOnly}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        className="w-full resize-y whitespace-pre rounded-lg border border-line-strong bg-surface p-4 font-mono text-xs
          leading-5 shadow-card aria-invalid:border-bad"
      />
      {problem !== null && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {problem === null && errors.length > 0 && (
        <div role="alert">
          <Places label="Problems" text={text} found={errors} look="text-bad" onLine={showLine} />
        </div>
      )}
      {problem === null && warnings.length > 0 && (
        <div role="status">
          <Places label="Warnings" text={text} found={warnings} look="text-warn" onLine={showLine} />
        </div>
      )}
    </div>
  );
}

function Places({
  label,
  text,
  found,
  look,
  onLine,
}: {
  label: string;
  text: string;
  found: readonly FieldError[];
  look: string;
  onLine: (line: number) => void;
}) {
  return (
    <ul aria-label={label} className="space-y-1">
      {found.map(({ field, message }) => {
        const line = lineOf(text, field);
        return (
          <li key={`${field} ${message}`} className="flex flex-wrap items-baseline gap-x-2">
            <button
              type="button"
              onClick={() => onLine(line)}
              className={`rounded font-medium underline underline-offset-2 ${look}`}
            >
              Line {line}
            </button>
            <code className="font-mono text-xs">{field}</code>
            <span className="min-w-0 [overflow-wrap:anywhere]">{message}.</span>
          </li>
        );
      })}
    </ul>
  );
}
