"use client";

import type { Bucket } from "@fulmar/contract";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { FieldMessage } from "@/components/field.tsx";
import type { CreateAccessKeyValues } from "./create-access-key-values.ts";

/** Which buckets a key reaches: all, or those that are ticked. */
export function BucketReach({
  form,
  buckets,
}: {
  form: UseFormReturn<CreateAccessKeyValues>;
  buckets: readonly Bucket[];
}) {
  const reach = useWatch({ control: form.control, name: "reach" });
  return (
    <div className="space-y-3">
      <ChoiceGroup legend="Buckets" error={undefined}>
        <ChoiceCard title="Some buckets" value="some" {...form.register("reach")}>
          Those that you choose.
        </ChoiceCard>
        <ChoiceCard title="All buckets" value="all" {...form.register("reach")}>
          Of the workspace, those to come too.
        </ChoiceCard>
      </ChoiceGroup>
      {reach === "some" && (
        <Controller
          control={form.control}
          name="bucket_names"
          render={({ field, fieldState }) => (
            <fieldset>
              <legend className="sr-only">Buckets that the key reaches</legend>
              <BucketTicks buckets={buckets} chosen={field.value} onChange={field.onChange} />
              <p className="mt-1.5 text-xs">
                <FieldMessage label="Buckets" error={fieldState.error?.message} choice />
              </p>
            </fieldset>
          )}
        />
      )}
    </div>
  );
}

function BucketTicks({
  buckets,
  chosen,
  onChange,
}: {
  buckets: readonly Bucket[];
  chosen: readonly string[];
  onChange: (names: string[]) => void;
}) {
  if (buckets.length === 0)
    return (
      <p className="text-ink-muted">There is no bucket yet: create one first, or let the key reach all buckets.</p>
    );
  return (
    <div className="max-h-56 space-y-1.5 overflow-y-auto rounded-lg border border-line p-3">
      {buckets.map(({ name }) => (
        <label key={name} className="flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
            className="size-4 accent-accent"
          />
          {name}
        </label>
      ))}
    </div>
  );
}
