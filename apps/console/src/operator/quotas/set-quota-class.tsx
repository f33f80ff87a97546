"use client";

import type { OperatorOrganization } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { chosen, defineForm, text, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useInstallationChanged } from "../use-changed.ts";

const setClass = defineForm(async () => (await import("@fulmar/contract/operator")).OrganizationQuotaClass, {
  class_id: chosen(""),
  reason: text(),
});

/** Gives an organization the quotas of a class. */
export function SetQuotaClass({ organization, open, onClose }: { organization: OperatorOrganization } & DialogState) {
  const { organization_id, name, quota_class_id } = organization;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(setClass, { class_id: quota_class_id });
  const { data: classes = [], error } = useQuery(trpc.operatorQuotaClass.list.queryOptions());
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Quota class of ${name}`}
      lead="Its workspaces get the quotas of the class, except where they have their own. What exists stays."
      action="Set quota class"
      form={form}
      error={error}
      change={trpc.operatorOrganization.setQuotaClass}
      inputOf={(body) => ({ organization_id, ...body })}
      onDone={({ class_id }) => changed(`${name} has the quota class ${class_id} now`)}
    >
      <SelectField label="Quota class" {...form.field("class_id")}>
        {(classes.length === 0 ? [{ class_id: quota_class_id, name: quota_class_id }] : classes).map((one) => (
          <option key={one.class_id} value={one.class_id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Reason"
        autoComplete="off"
        hint="Its members see it, and it is in both audit trails."
        {...form.field("reason")}
      />
    </ChangeDialog>
  );
}
