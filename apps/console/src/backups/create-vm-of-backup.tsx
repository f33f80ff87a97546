"use client";

import type { Backup } from "@fulmar/contract";
import { chosen, defineForm, text, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { gigabytes, memory, monthly, unavailable, vcpus } from "@/vms/plan.ts";
import { usePlans } from "@/vms/use-catalog.ts";

const vmOfBackup = defineForm(async () => (await import("@fulmar/contract/recovery")).VmOfBackup, {
  name: text(),
  plan_id: text(),
  public_ip: chosen(false),
});

/** Creates a VM whose root disk is that of a backup. */
export function CreateVmOfBackup({ backup, open, onClose }: { backup: Backup } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged("begun");
  const form = useForm(vmOfBackup);
  const { backup_id, vm_name, vm_type, site_id } = backup;
  const plans = (usePlans().data?.items ?? []).filter(
    (plan) => plan.type === vm_type && plan.site_ids.includes(site_id) && unavailable(plan) === null,
  );
  const plan_id = form.watch("plan_id");
  const input = { workspace_id: workspaceId, backup_id };
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Create a VM from a backup of ${vm_name}`}
      lead="Its root disk is that of the backup, at the backup's site. Data volumes are not part of it. The VM has an
        identity of its own: host keys and machine id are made anew."
      action="Create VM"
      form={form}
      plan={plan_id === "" ? null : planOf(trpc.changePlan.workspaceBackup.createVm, { ...input, name: "vm", plan_id })}
      change={trpc.workspaceBackup.createVm}
      inputOf={(body) => ({ ...input, ...body })}
      onDone={(_, { name }) => changed(`Creating ${name}`)}
    >
      <TextField label="Name" autoFocus autoComplete="off" hint="For example, web-again" {...form.field("name")} />
      <SelectField label="Plan" hint="What the disk has beyond the plan is billed" {...form.field("plan_id")}>
        <option value="">Choose a plan</option>
        {plans.map((plan) => (
          <option key={plan.plan_id} value={plan.plan_id}>
            {[plan.name, vcpus(plan.cpu), memory(plan.ram_mb), `${gigabytes(plan.disk_gb)} disk`, monthly(plan)]
              .filter((part) => part !== null)
              .join(" · ")}
          </option>
        ))}
      </SelectField>
      <CheckOption label="Public IPv4 address" {...form.register("public_ip")} />
    </ChangeDialog>
  );
}
