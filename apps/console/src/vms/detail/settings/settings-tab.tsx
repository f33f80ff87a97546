"use client";

import type { ReactNode } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { protectionRefusal } from "@/components/deletion-protection.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { ProtectionSwitch } from "@/components/protection-switch.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { gigabytes, memory, monthly, vcpus } from "@/vms/plan.ts";
import { useImages, usePlans } from "@/vms/use-catalog.ts";
import type { Vm } from "@/vms/use-vm-query.ts";
import { VmQuestion } from "@/vms/vm-question.tsx";
import { useUpdateVm, useVm } from "../vm-place.tsx";

const RenameDialog = onDemand(async () => (await import("./rename-dialog.tsx")).RenameDialog);
const PlanDialog = onDemand(async () => (await import("./plan-dialog.tsx")).PlanDialog);
const RootDiskDialog = onDemand(async () => (await import("./root-disk-dialog.tsx")).RootDiskDialog);
const RebuildDialog = onDemand(async () => (await import("./rebuild-dialog.tsx")).RebuildDialog);
const RescueDialog = onDemand(async () => (await import("./rescue-dialog.tsx")).RescueDialog);
const UserDataDialog = onDemand(async () => (await import("./user-data-dialog.tsx")).UserDataDialog);
const AccessDialog = onDemand(async () => (await import("./access-dialog.tsx")).AccessDialog);

/** The settings of a VM that have no tab of their own. */
export function SettingsTab() {
  const { kind, vm, refusal, target } = useVm();
  const update = useUpdateVm({ onSuccess: () => undefined });
  const plan = usePlans().data?.items.find(({ plan_id }) => plan_id === vm.plan_id);
  const image = useImages().data?.items.find(({ template_id }) => template_id === vm.template_id);
  const price = plan === undefined ? null : monthly(plan);
  return (
    <div className="space-y-6">
      <SettingGroup>
        <Setting
          title="Name and tags"
          value={<TagList tags={vm.tags} />}
          lead="The name is unique among the VMs of the workspace. Tags are for finding and grouping."
        >
          <DialogButton refusal={refusal("update")} dialog={(state) => <RenameDialog {...state} />}>
            Edit
          </DialogButton>
        </Setting>
        <Setting
          title="Plan"
          value={`${vm.plan_name ?? vm.plan_id}: ${formatVmSize(vm)}${price === null ? "" : `, ${price} a month`}`}
          lead="A running VM is shut down to change the plan, and started again."
        >
          <DialogButton refusal={refusal("resize_plan")} dialog={(state) => <PlanDialog {...state} />}>
            Change plan
          </DialogButton>
        </Setting>
        <Setting
          title="Root disk"
          value={gigabytes(vm.disk_gb)}
          lead="It can only grow. The file system grows at the next boot of the VM."
        >
          <DialogButton refusal={refusal("resize_root_disk")} dialog={(state) => <RootDiskDialog {...state} />}>
            Grow disk
          </DialogButton>
        </Setting>
        <Setting title="Access" lead="The SSH keys and the password of the first user.">
          <DialogButton refusal={refusal("update_access")} dialog={(state) => <AccessDialog {...state} />}>
            Change access
          </DialogButton>
        </Setting>
        <Setting
          title="User data"
          lead="What cloud-init runs at the first boot. New text is in the VM's metadata at once and runs when it is rebuilt."
        >
          <DialogButton refusal={refusal("update")} dialog={(state) => <UserDataDialog {...state} />}>
            Change user data
          </DialogButton>
        </Setting>
        <Setting
          title="Rescue mode"
          value={vm.rescue_enabled ? "On" : "Off"}
          lead={
            <>
              The machine boots a rescue system, with its root disk attached, so that you can repair it. A running VM
              restarts.
            </>
          }
        >
          <DialogButton refusal={refusal("rescue")} dialog={(state) => <RescueDialog {...state} />}>
            {vm.rescue_enabled ? "Turn rescue mode off" : "Turn rescue mode on"}
          </DialogButton>
        </Setting>
      </SettingGroup>
      <SettingGroup>
        <section aria-label="Protection" className="p-5">
          <ProtectionSwitch
            what="VM"
            name={vm.name}
            isProtected={vm.deletion_protection}
            refusal={refusal("update")}
            onChange={(deletion_protection) => update.mutateAsync({ ...target, deletion_protection })}
          />
        </section>
        <Setting
          title="Rebuild"
          value={image?.name ?? vm.os_distro}
          lead="Reinstalls the VM from an image. Data on the root disk is lost; addresses and volumes stay."
        >
          <DialogButton
            look="remove"
            refusal={
              refusal("rebuild") ?? (vm.rescue_enabled ? "The VM is in rescue mode; turn rescue mode off first." : null)
            }
            dialog={(state) => <RebuildDialog {...state} />}
          >
            Rebuild
          </DialogButton>
        </Setting>
        <Setting
          title="Delete"
          lead="The VM, its root disk and its snapshots are destroyed. Its volumes stay, and its backups if you keep them."
        >
          <DialogButton
            look="remove"
            refusal={refusal("delete") ?? protectionRefusal("VM", vm.deletion_protection)}
            dialog={(state) => <VmQuestion kind={kind} action="delete" vm={vm} {...state} />}
          >
            Delete this VM
          </DialogButton>
        </Setting>
      </SettingGroup>
    </div>
  );
}

function formatVmSize(vm: Vm): string {
  const accelerators = "gpu_model" in vm ? `${vm.gpu_count} × ${vm.gpu_model}, ` : "";
  return `${accelerators}${vcpus(vm.cpu)}, ${memory(vm.ram_mb)}`;
}

/** One setting: its current value, an explanation, and a button to change it. */
function Setting({
  title,
  value,
  lead,
  children,
}: {
  title: string;
  value?: ReactNode;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-semibold">{title}</h2>
        {value !== undefined && <div className="mt-0.5">{value}</div>}
        <p className="mt-0.5 text-ink-muted">{lead}</p>
      </div>
      {children}
    </section>
  );
}

function SettingGroup({ children }: { children: ReactNode }) {
  return <div className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">{children}</div>;
}
