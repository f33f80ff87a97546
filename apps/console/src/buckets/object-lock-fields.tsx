"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { CheckOption } from "@/components/check-option.tsx";
import { FieldMessage, SelectField, TextField } from "@/components/field.tsx";
import type { CreateBucketValues, Retention } from "./create-bucket-values.ts";

const RETENTIONS: Readonly<Record<Retention, string>> = {
  none: "None: objects are locked one by one",
  GOVERNANCE: "Governance: those with a special permission may still delete",
  COMPLIANCE: "Compliance: nobody may delete before the time is over",
};

/** Object lock keeps objects from being deleted or overwritten; a bucket has it from the beginning or never. */
export function ObjectLockFields({ form }: { form: UseFormReturn<CreateBucketValues> }) {
  const { object_lock_enabled, retention } = useWatch({ control: form.control });
  const { errors } = form.formState;
  // What the schema says of `default_retention` is about the fields below.
  const problem = "default_retention" in errors ? messageOf(errors.default_retention) : undefined;
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">Object lock</legend>
      <CheckOption
        label="Object lock"
        hint="Versions of objects can be locked against deletion for a time. Only a new bucket can be given this, and it cannot be taken away."
        {...form.register("object_lock_enabled")}
      />
      {object_lock_enabled && (
        <div className="ml-6 grid gap-5 sm:grid-cols-2">
          <SelectField label="Default retention" {...form.register("retention")}>
            {Object.entries(RETENTIONS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          {retention !== "none" && (
            <div className="grid grid-cols-2 gap-3">
              <TextField label="For" type="number" inputMode="numeric" min={1} {...form.register("period")} />
              <SelectField label="Unit" {...form.register("period_unit")}>
                <option value="days">days</option>
                <option value="years">years</option>
              </SelectField>
            </div>
          )}
          <p className="text-xs sm:col-span-2">
            <FieldMessage label="Default retention" error={problem} />
            {retention === "COMPLIANCE" && problem === undefined && (
              <span className="text-warn">
                The bucket itself cannot be deleted either until this time has passed since it was created.
              </span>
            )}
          </p>
        </div>
      )}
    </fieldset>
  );
}

function messageOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message
    : undefined;
}
