import type { ComponentProps } from "react";
import { field, numberOf } from "@/client/form.ts";
import { TextField } from "@/components/field.tsx";

/** Null if nothing is typed. */
export const nullableOf = (typed: string) => (typed.trim() === "" ? null : numberOf(typed));

export const RETENTION = { keep_count: field("", nullableOf), keep_days: field("", nullableOf) };

type Typed = Omit<ComponentProps<typeof TextField>, "label">;

/** How many copies of a VM a destination keeps, and how long. */
export function RetentionFields({ count, days }: { count: Typed; days: Typed }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Copies to keep of each VM" type="number" min={1} hint="Leave empty to keep all" {...count} />
      <TextField
        label="Days to keep a copy"
        type="number"
        min={1}
        hint="Leave empty to keep it for ever; the newest always stays"
        {...days}
      />
    </div>
  );
}
