"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/button.tsx";

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
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology supports <search> yet
    <form
      role="search"
      aria-label={label}
      className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-3"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = [...new FormData(event.currentTarget)];
        onApply(Object.fromEntries(fields.map(([field, typed]) => [field, String(typed).trim()])));
      }}
    >
      {children}
      <div className="col-span-full flex gap-2">
        <Button type="submit">Apply</Button>
        {narrowed && (
          <Button look="quiet" onClick={onClear}>
            Clear the filter
          </Button>
        )}
      </div>
    </form>
  );
}
