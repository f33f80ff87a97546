"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { SelectField, TextField } from "@/components/field.tsx";
import type { PolicyValues } from "./policy-values.ts";
import { DAYS } from "./schedule-in-words.ts";

const FREQUENCIES = [
  ["hourly", "Every hour"],
  ["daily", "Every day"],
  ["weekly", "Every week"],
] as const;

/** Every zone that the browser knows, and UTC, which its list leaves out. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** When backups run. */
export function ScheduleFields({ form }: { form: UseFormReturn<PolicyValues & { schedule?: never }> }) {
  const frequency = useWatch({ control: form.control, name: "frequency" });
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label="Frequency" {...form.register("frequency")}>
        {FREQUENCIES.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </SelectField>
      {frequency === "weekly" && (
        <SelectField label="Day" {...form.register("day_of_week")}>
          {DAYS.map((day, index) => (
            <option key={day} value={index}>
              {day}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Time"
        type="time"
        hint={frequency === "hourly" ? "Only the minutes count" : undefined}
        error={errors.time?.message}
        {...form.register("time")}
      />
      <SelectField label="Time zone" {...form.register("timezone")}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Minutes to begin within"
        type="number"
        min={0}
        error={errors.window_minutes?.message}
        {...form.register("window_minutes")}
      />
    </div>
  );
}
