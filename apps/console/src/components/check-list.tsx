"use client";

import type { UseFormRegisterReturn } from "react-hook-form";
import { CheckOption } from "@/components/check-option.tsx";
import { FieldMessage } from "@/components/field.tsx";

/** Checkboxes for any number of options, in a box that scrolls if there are many. */
export function CheckList({
  legend,
  options,
  empty,
  error,
  register,
}: {
  legend: string;
  /** Undefined while loading. */
  options: readonly { readonly value: string; readonly label: string; readonly hint: string | undefined }[] | undefined;
  /** The text shown if there are no options. */
  empty: string;
  error: string | undefined;
  register: UseFormRegisterReturn;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {options === undefined ? (
        <div role="status" aria-label="Loading" className="skeleton h-5 max-w-64" />
      ) : options.length === 0 ? (
        <p className="text-ink-muted text-xs">{empty}</p>
      ) : (
        <div className="max-h-52 space-y-2 overflow-y-auto rounded-md border border-line-strong bg-surface p-3 shadow-card">
          {options.map(({ value, label, hint }) => (
            <CheckOption key={value} label={label} hint={hint} value={value} {...register} />
          ))}
        </div>
      )}
      <div className="mt-1.5 text-xs empty:hidden">
        <FieldMessage label={legend} error={error} choice />
      </div>
    </fieldset>
  );
}
