"use client";

import type { ComponentProps, ReactNode } from "react";
import { FieldMessage } from "./field.tsx";

/** One of several options, as a card. A radio button underneath makes it accessible by keyboard. */
export function ChoiceCard({
  title,
  mark,
  refusal,
  children,
  ...radio
}: Omit<ComponentProps<"input">, "type" | "disabled" | "title"> & {
  title: string;
  /** A picture before the title. */
  mark?: ReactNode;
  refusal?: string | null;
  children?: ReactNode;
}) {
  return (
    <label
      className="relative flex cursor-pointer flex-col rounded-lg border border-line-strong bg-surface p-3.5
        shadow-card transition-colors hover:border-ink-subtle has-disabled:cursor-not-allowed
        has-checked:border-accent has-disabled:border-line has-checked:bg-accent-soft has-focus-visible:outline-2
        has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
    >
      <input
        type="radio"
        {...radio}
        disabled={refusal != null}
        className="absolute inset-0 appearance-none rounded-lg outline-none"
      />
      <span className="flex items-center gap-2 font-medium">
        {mark}
        {title}
      </span>
      <span className="text-ink-muted text-xs">{children}</span>
      {refusal != null && <span className="mt-1 text-ink-subtle text-xs">{refusal}</span>}
    </label>
  );
}

/** A group of cards with one label. */
export function ChoiceGroup({
  legend,
  error,
  children,
}: {
  legend: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3
          sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]"
      >
        {children}
      </div>
      <div className="mt-1.5 text-xs empty:hidden">
        <FieldMessage label={legend} error={error} choice />
      </div>
    </fieldset>
  );
}
