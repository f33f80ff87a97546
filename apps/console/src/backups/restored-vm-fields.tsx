"use client";

import type { BackupCopy } from "@fulmar/contract";
import type { ComponentProps } from "react";
import { chosen, text } from "@/client/form.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { gigabytes, memory, monthly, unavailable, vcpus } from "@/vms/plan.ts";
import { usePlans } from "@/vms/use-catalog.ts";

/** The fields of a VM that is made of a backup or of a copy of one. */
export const RESTORED_VM = {
  name: text(),
  plan_id: text(),
  with_volumes: chosen(true),
  public_ip: chosen(false),
};

export function NameOfRestored(field: Omit<ComponentProps<typeof TextField>, "label">) {
  return <TextField label="Name" autoFocus autoComplete="off" hint="For example, web-again" {...field} />;
}

/** The plans of this kind of VM at a site. */
export function PlanOfRestored({
  vmType,
  siteId,
  ...field
}: Omit<ComponentProps<typeof SelectField>, "children" | "label"> & { vmType: BackupCopy["vm_type"]; siteId: string }) {
  const plans = (usePlans().data?.items ?? []).filter(
    (plan) => plan.type === vmType && plan.site_ids.includes(siteId) && unavailable(plan) === null,
  );
  return (
    <SelectField label="Plan" hint="What the disk has beyond the plan is billed" {...field}>
      <option value="">Choose a plan</option>
      {plans.map((plan) => (
        <option key={plan.plan_id} value={plan.plan_id}>
          {[plan.name, vcpus(plan.cpu), memory(plan.ram_mb), `${gigabytes(plan.disk_gb)} disk`, monthly(plan)]
            .filter((part) => part !== null)
            .join(" · ")}
        </option>
      ))}
    </SelectField>
  );
}

/** @param volumes the names of the data volumes of the backup; without any there is nothing to choose */
export function VolumesOfRestored({
  volumes,
  ...input
}: Omit<ComponentProps<typeof CheckOption>, "label"> & { volumes: readonly string[] }) {
  if (volumes.length === 0) return null;
  return <CheckOption label="With its data volumes" hint={`New volumes of ${volumes.join(", ")}`} {...input} />;
}
