"use client";

import { type ReactNode, startTransition, useOptimistic } from "react";
import { useListChoice } from "@/client/use-list.ts";
import { RANGE_LIST, RANGES, type Range } from "./range.ts";

/**
 * Lets the reader choose the range of the charts below.
 * @param aside beside the choice
 */
export function RangeChoice({ aside, children }: { aside?: ReactNode; children: (range: Range) => ReactNode }) {
  const { choice, choose } = useListChoice(RANGE_LIST);
  // The address changes a moment later, so the choice is shown optimistically.
  const [range, showRange] = useOptimistic<Range>(choice.range ?? "1h");
  const pick = (next: Range) =>
    startTransition(() => {
      showRange(next);
      choose({ range: next });
    });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Range</legend>
          {RANGE_LIST.filters.range.map((each) => (
            <label
              key={each}
              className="relative cursor-pointer rounded-full border border-line-strong px-3 py-1 text-xs
                transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft
                has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="range"
                checked={each === range}
                onChange={() => pick(each)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
              />
              {RANGES[each].title}
            </label>
          ))}
        </fieldset>
        {aside}
      </div>
      {children(range)}
    </>
  );
}
