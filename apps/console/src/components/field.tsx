"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { describeFieldError } from "./describe-field-error.ts";

const CONTROL =
  "w-full rounded-md border border-line-strong bg-surface px-3 text-sm text-ink shadow-card " +
  "placeholder:text-ink-subtle hover:border-ink-subtle focus-visible:border-accent " +
  "focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:bg-canvas " +
  "disabled:text-ink-muted disabled:hover:border-line aria-invalid:border-bad aria-invalid:outline-bad";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The field's error, as a sentence without its subject: "is required". */
  readonly error?: string | undefined;
}

/** A label, its control and its messages, linked for screen readers. */
function Field({
  label,
  hint,
  error,
  choice = false,
  children,
}: FieldProps & {
  choice?: boolean;
  children: (attributes: { id: string; "aria-describedby": string; "aria-invalid": true | undefined }) => ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": `${id}-text`, "aria-invalid": error === undefined ? undefined : true })}
      <div id={`${id}-text`} className="mt-1.5 text-xs empty:hidden">
        <FieldMessage label={label} error={error} choice={choice} />
        {/* For typed fields the error replaces the hint. For choices the hint stays, because it may say why there are
            no options. */}
        {(error === undefined || choice) && hint && <span className="block text-ink-subtle">{hint}</span>}
      </div>
    </div>
  );
}

/** @param choice the field is a choice, not typed text */
export function FieldMessage({
  label,
  error,
  choice = false,
}: {
  label: string;
  error: string | undefined;
  choice?: boolean;
}) {
  if (error === undefined) return null;
  return (
    <span role="alert" className="text-bad">
      {describeFieldError(label, error, choice)}
    </span>
  );
}

export function TextField({ label, hint, error, className = "", ...input }: FieldProps & ComponentProps<"input">) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => <input {...input} {...attributes} className={`${CONTROL} h-9 ${className}`} />}
    </Field>
  );
}

/** @param prose text for people, in the normal font; other text is monospaced */
export function TextArea({
  label,
  hint,
  error,
  prose = false,
  ...input
}: FieldProps & ComponentProps<"textarea"> & { prose?: boolean }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          rows={3}
          {...input}
          {...attributes}
          className={`${CONTROL} py-2 ${prose ? "" : "font-mono text-[13px]"}`}
        />
      )}
    </Field>
  );
}

export function SelectField({ label, hint, error, children, ...select }: FieldProps & ComponentProps<"select">) {
  return (
    <Field label={label} hint={hint} error={error} choice>
      {(attributes) => (
        <select
          {...select}
          {...attributes}
          className={`${CONTROL} h-9 appearance-none bg-[image:var(--chevron)] bg-[position:right_0.6rem_center]
            bg-no-repeat pr-8`}
        >
          {children}
        </select>
      )}
    </Field>
  );
}
