"use client";

import type { BackupPolicy } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { contractResolver, showFieldErrors } from "@/client/form.ts";
import { problemOf } from "@/client/problem.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { FieldMessage, TextField } from "@/components/field.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useVm } from "../vm-place.tsx";
import { POLICY_FIELDS, type PolicyValues, policyValues, toPolicy, toTyped } from "./policy-values.ts";
import { ScheduleFields } from "./schedule-fields.tsx";

const schema = async () => (await import("./policy-schema.ts")).PolicyForm;

/** Enables backups, or changes how they run. */
export function PolicyDialog({ policy, open, onClose }: { policy: BackupPolicy | undefined } & DialogState) {
  const { vm, procedures, target } = useVm();
  const changed = useChanged();
  const change = policy?.enabled ?? false;
  // What the server finds wrong within the schedule is said at `schedule`, which no single field is.
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
