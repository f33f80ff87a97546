"use client";

import { Hint } from "@/components/hint.tsx";

/** Where a token may be used from. */
export function TokenRanges({ ranges }: { ranges: readonly string[] }) {
  const [first, ...more] = ranges;
  if (first === undefined) return <span className="text-ink-subtle">anywhere</span>;
  if (more.length === 0) return <span className="whitespace-nowrap font-mono text-xs">{first}</span>;
  return (
    <Hint text={ranges.join(", ")}>
      {(described) => (
        <button
          type="button"
          {...described}
          className="cursor-default whitespace-nowrap rounded underline decoration-line-strong decoration-dotted underline-offset-4"
        >
          {ranges.length} ranges
        </button>
      )}
    </Hint>
  );
}
