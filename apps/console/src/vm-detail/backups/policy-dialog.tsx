"use client";

import type { BackupPolicy, BackupPolicySchedule } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { FieldMessage, SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";
import { DAYS, DEFAULT_DAY } from "./describe-schedule.ts";

const schema = async () => (await import("./policy-schema.ts")).PolicyForm;

/** Enables backups, or changes the policy. */
export function PolicyDialog({ policy, open, onClose }: { policy: BackupPolicy | undefined } & DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged();
  const change = policy?.enabled ?? false;
  // Errors within the schedule are reported at `schedule`, which is not a single field.
  const form = useForm<PolicyValues & { schedule?: never }>({
    resolver: contractResolver(schema, toTyped),
    defaultValues: policyValues(policy),
  });
  const { errors } = form.formState;
  const incremental = useWatch({ control: form.control, name: "incremental_enabled" });
  const handlers = (said: string) => ({
    onSuccess: () => {
      onClose();
      return changed(said);
    },
    onError: (error: unknown) => void showFieldErrors(problemOf(error).errors, POLICY_FIELDS, form.setError),
  });
  const enable = useMutation(procedures.policy.enable.mutationOptions(handlers(`${vm.name} is backed up by schedule`)));
  const update = useMutation(procedures.policy.update.mutationOptions(handlers(`The policy of ${vm.name} is changed`)));
  const submit = form.handleSubmit((values) => (change ? update : enable).mutate({ ...target, ...toPolicy(values) }));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={change ? `Backup policy of ${vm.name}` : `Enable the backups of ${vm.name}`}
      lead="The root disk and all attached volumes are copied, while the VM keeps running."
      action={change ? "Save policy" : "Enable backups"}
      wide
      busy={enable.isPending || update.isPending}
      error={enable.error ?? update.error}
      onSubmit={(event) => void submit(event)}
    >
      <ScheduleFields form={form} />
      <div className="text-xs empty:hidden">
        <FieldMessage label="Schedule" error={errors.schedule?.message} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Days to keep"
          type="number"
          min={1}
          error={errors.retention_days?.message}
          {...form.register("retention_days")}
        />
        {incremental && (
          <TextField
            label="Days between full backups"
            type="number"
            min={1}
            error={errors.full_backup_interval_days?.message}
            {...form.register("full_backup_interval_days")}
          />
        )}
      </div>
      <CheckOption
        label="Incremental backups"
        hint="Most hold only what has changed since the one before: they are smaller, and need those that they are built upon."
        {...form.register("incremental_enabled")}
      />
    </FormDialog>
  );
}

const FREQUENCIES = [
  ["hourly", "Every hour"],
  ["daily", "Every day"],
  ["weekly", "Every week"],
] as const;

/** The browser's time zones, and UTC, which its list lacks. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

/** The schedule of backups. */
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

/** The form's values, as typed. */
export interface PolicyValues {
  readonly frequency: BackupPolicySchedule["frequency"];
  readonly timezone: string;
  /** "20:00", in the format of a time field. */
  readonly time: string;
  readonly day_of_week: string;
  readonly window_minutes: string;
  readonly retention_days: string;
  readonly full_backup_interval_days: string;
  readonly incremental_enabled: boolean;
}

/** Maps the fields of the request to the form's fields, which show their errors. */
export const POLICY_FIELDS = [
  "schedule",
  "retention_days",
  "full_backup_interval_days",
  "incremental_enabled",
] as const;

/** The form's initial values: those of the policy, or the service's defaults in the user's time zone. */
export function policyValues(policy: BackupPolicy | undefined): PolicyValues {
  if (policy === undefined) {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return {
      frequency: "daily",
      timezone,
      time: "20:00",
      day_of_week: String(DEFAULT_DAY),
      window_minutes: "30",
      retention_days: "7",
      full_backup_interval_days: "7",
      incremental_enabled: true,
    };
  }
  const { schedule } = policy;
  return {
    frequency: schedule.frequency,
    timezone: schedule.timezone,
    time: `${String(schedule.hour).padStart(2, "0")}:${String(schedule.minute).padStart(2, "0")}`,
    day_of_week: String(schedule.day_of_week ?? DEFAULT_DAY),
    window_minutes: String(schedule.window_minutes),
    retention_days: String(policy.retention_days),
    full_backup_interval_days: String(policy.full_backup_interval_days),
    incremental_enabled: policy.incremental_enabled,
  };
}

/**
 * Converts the form's values to the body that enables or changes a policy. Invalid numbers become NaN, which every
 * schema refuses.
 */
export function toPolicy(values: PolicyValues) {
  const [hour, minute] = values.time.split(":");
  return {
    schedule: {
      frequency: values.frequency,
      timezone: values.timezone,
      hour: numberOf(hour),
      minute: numberOf(minute),
      day_of_week: values.frequency === "weekly" ? numberOf(values.day_of_week) : null,
      window_minutes: numberOf(values.window_minutes),
    },
    retention_days: numberOf(values.retention_days),
    full_backup_interval_days: numberOf(values.full_backup_interval_days),
    incremental_enabled: values.incremental_enabled,
  };
}

/** Converts the form's values to the input of `PolicyForm`. */
export function toTyped(values: PolicyValues) {
  const { schedule, retention_days, full_backup_interval_days } = toPolicy(values);
  return { time: values.time, window_minutes: schedule.window_minutes, retention_days, full_backup_interval_days };
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === "" ? Number.NaN : Number(text);
}
