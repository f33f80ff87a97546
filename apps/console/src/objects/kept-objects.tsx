"use client";

import dynamic from "next/dynamic";
import { Button } from "@/components/button.tsx";
import type { KeptObject } from "./remove-objects.ts";

const Question = dynamic(async () => (await import("@/components/dialog.tsx")).Question, { ssr: false });

/** So many are written out. */
const MOST_LINES = 200;

/** Says which objects a deletion has left, and why. */
export function KeptObjects({
  open,
  onClose,
  deleted,
  kept,
}: {
  open: boolean;
  onClose: () => void;
  deleted: number;
  kept: readonly KeptObject[];
}) {
  const gone = deleted === 1 ? "1 object was deleted" : `${deleted.toLocaleString("en")} objects were deleted`;
  return (
    <Question
      open={open}
      onClose={onClose}
      title={
        kept.length === 1 ? "1 object was not deleted" : `${kept.length.toLocaleString("en")} objects were not deleted`
      }
      lead={`${gone}. What is retained stays where it is.`}
    >
      <ul aria-label="Not deleted" className="mt-4 max-h-60 list-disc space-y-1 overflow-y-auto pl-5">
        {kept.slice(0, MOST_LINES).map(({ key, reason }) => (
          <li key={key} className="[overflow-wrap:anywhere]">
            {key} <span className="text-ink-muted text-xs">{reason}</span>
          </li>
        ))}
        {kept.length > MOST_LINES && <li>and {(kept.length - MOST_LINES).toLocaleString("en")} more</li>}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Question>
  );
}
