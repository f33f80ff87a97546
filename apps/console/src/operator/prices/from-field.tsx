"use client";

import { field, type UsedForm } from "@/client/form.ts";
import { DateTime } from "@/components/date-time.tsx";
import { TextField } from "@/components/field.tsx";
import { momentOf } from "./hours.tsx";

interface Held {
  readonly valid_from: string;
}

/** The hour from which something holds. Without one it is the next. */
export const validFrom = field("", (typed) => (typed === "" ? undefined : momentOf(typed)));

/** The choice of a whole hour in UTC. */
export function FromField({
  form,
  typed,
  empty = "The next whole hour",
}: {
  form: Pick<UsedForm<Held, unknown>, "register" | "errorOf">;
  /** What the field holds. */
  typed: string;
  /** What it means that the field is empty. */
  empty?: string;
}) {
  const moment = momentOf(typed);
  return (
    <TextField
      label="From, UTC"
      type="datetime-local"
      step={3600}
      hint={
        moment === "" ? (
          empty
        ) : (
          <>
            A whole hour. In your time zone: <DateTime iso={moment} />
          </>
        )
      }
      error={form.errorOf("valid_from")}
      {...form.register("valid_from")}
    />
  );
}
