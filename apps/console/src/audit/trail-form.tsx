"use client";

import { createContext, type ReactNode, useState } from "react";
import { Button } from "@/components/button.tsx";

/** What a hidden field says of itself in `data-state`: its id is being asked for, or its name is nobody's. */
export type FieldState = "pending" | "unknown" | undefined;

/** What became of the last attempt to apply: a field that was pending submits again, one that is unknown says so. */
export const Attempt = createContext<FieldState>(undefined);

/**
 * The filters of a trail, which apply once the button is pressed.
 * @param label what is filtered, for screen readers
 * @param narrowed whether events are filtered out now
 * @param onApply receives what the fields hold, by name
 */
export function TrailForm({
  label,
  narrowed,
  onApply,
  onClear,
  children,
}: {
  label: string;
  narrowed: boolean;
  onApply: (typed: Readonly<Record<string, string>>) => void;
  onClear: () => void;
  children: ReactNode;
}) {
  const [attempt, setAttempt] = useState<FieldState>(undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology supports <search> yet
    <form
      role="search"
      aria-label={label}
      className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-3"
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        const stands = (["pending", "unknown"] as const).find(
          (state) => currentTarget.querySelector(`[data-state=${state}]`) !== null,
        );
        setAttempt(stands);
        if (stands !== undefined) return;
        const fields = [...new FormData(currentTarget)];
        onApply(Object.fromEntries(fields.map(([field, typed]) => [field, String(typed).trim()])));
      }}
    >
      <Attempt value={attempt}>{children}</Attempt>
      <div className="col-span-full flex gap-2">
        <Button type="submit" busy={attempt === "pending"}>
          Apply
        </Button>
        {narrowed && (
          <Button look="quiet" onClick={onClear}>
            Clear the filter
          </Button>
        )}
      </div>
    </form>
  );
}
