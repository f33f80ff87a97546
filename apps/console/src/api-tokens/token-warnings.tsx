"use client";

import { TriangleAlert } from "lucide-react";
import { type TokenDraft, warningsOf } from "./warnings-of.ts";

/** Warns of choices that may be unintended. It never blocks the form. */
export function TokenWarnings({ draft }: { draft: TokenDraft }) {
  const warnings = warningsOf(draft);
  return (
    <div role="status" className="empty:hidden">
      {warnings.length > 0 && (
        <ul
          aria-label="Recommendations"
          className="space-y-2 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3"
        >
          {warnings.map((warning) => (
            <li key={warning} className="flex gap-3">
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
