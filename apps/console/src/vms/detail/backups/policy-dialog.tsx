"use client";

import type { BackupPolicy, BackupPolicySchedule } from "@fulmar/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import {
  chosen,
  defineForm,
  type FormInUse,
  field,
  nullableText,
  number,
  numberOf,
  showing,
  useForm,
} from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";
import { DAYS, DEFAULT_DAY } from "./describe-schedule.ts";

const putPolicy = defineForm(
  async () => (await import("@fulmar/contract/recovery")).BackupPolicyEnableRequest,
  {
    frequency: chosen<BackupPolicySchedule["frequency"]>("daily"),
    timezone: chosen("UTC"),
    // "20:00", in the format of a time field.
    time: showing(
      ["hour", "minute"],
      field("20:00", (typed) => {
        const [hour = "", minute = ""] = typed.split(":");
        return { hour: numberOf(hour), minute: numberOf(minute) };
      }),
    ),
    day_of_week: number(String(DEFAULT_DAY)),
    window_minutes: number("30"),
    retention_days: number("7"),
    full_backup_interval_days: number("7"),
    incremental_enabled: chosen(true),
    destination_id: nullableText,
  },
  ({ frequency, timezone, time, day_of_week, window_minutes, ...policy }) => ({
    schedule: {
      ...{ frequency, timezone, ...time, window_minutes },
      day_of_week: frequency === "weekly" ? day_of_week : null,
    },
    ...policy,
  }),
);

/** Enables backups, or changes the policy. */
export function PolicyDialog({ policy, open, onClose }: { policy: BackupPolicy | undefined } & DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged();
  const change = policy?.enabled ?? false;
  const form = useForm(putPolicy, policyValues(policy));
  const incremental = useWatch({ control: form.control, name: "incremental_enabled" });
  const handlers = (said: string) => ({
    onSuccess: () => {
      onClose();
      return changed(said);
    },
    onError: (error: unknown) => void form.showErrors(error),
  });
  const enable = useMutation(
    procedures.policy.enable.mutationOptions(handlers(`Scheduled backups of ${vm.name} are on`)),
  );
  const update = useMutation(procedures.policy.update.mutationOptions(handlers(`The policy of ${vm.name} is changed`)));
  const submit = form.handleSubmit((body) => (change ? update : enable).mutate({ ...target, ...body }));
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
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Days to keep" type="number" min={1} {...form.field("retention_days")} />
        {incremental && (
          <TextField
            label="Days between full backups"
            type="number"
            min={1}
            {...form.field("full_backup_interval_days")}
          />
        )}
      </div>
      <CheckOption
        label="Incremental backups"
        hint={
          <>
            Most backups contain only changes since the previous one. They are smaller, and depend on the earlier ones.
          </>
        }
        {...form.register("incremental_enabled")}
      />
      <DestinationField form={form} />
    </FormDialog>
  );
}

function DestinationField({ form }: { form: FormInUse<typeof putPolicy> }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const destinations = useQuery(trpc.backupDestination.list.queryOptions(wholeInput(workspaceId))).data?.items;
  // The field takes its value when it appears, which must be one of its options then.
  if (destinations === undefined) return null;
  return (
    <SelectField
      label="Copy to"
      hint={
        destinations.length === 0
          ? "There is no destination yet; add one on the page of all backups"
          : "Each backup from now on is copied there, encrypted"
      }
      {...form.field("destination_id")}
    >
      <option value="">Nowhere</option>
      {destinations.map(({ destination_id, name }) => (
        <option key={destination_id} value={destination_id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

const FREQUENCIES = [
  ["hourly", "Every hour"],
  ["daily", "Every day"],
  ["weekly", "Every week"],
] as const;

/** The browser's time zones, and UTC, which its list lacks. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

export function ScheduleFields({ form }: { form: FormInUse<typeof putPolicy> }) {
  const frequency = useWatch({ control: form.control, name: "frequency" });
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
        {...form.field("time")}
        // The browser's field holds a valid time or none.
        error={form.errorOf("time") && "must not be empty"}
      />
      <SelectField label="Time zone" {...form.register("timezone")}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </SelectField>
      <TextField label="Start window (minutes)" type="number" min={0} {...form.field("window_minutes")} />
    </div>
  );
}

/** The form's initial values: those of the policy, or the service's defaults in the user's time zone. */
function policyValues(policy: BackupPolicy | undefined): Partial<typeof putPolicy.initial> {
  if (policy === undefined) return { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
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
    destination_id: policy.destination_id ?? "",
  };
}
