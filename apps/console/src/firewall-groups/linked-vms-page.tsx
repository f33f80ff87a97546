"use client";

import type { FirewallInstance } from "@fulmar/contract";
import { Server } from "lucide-react";
import { useMemo, useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmStatusBadge } from "@/vms/vm-status-badge.tsx";
import { type FirewallGroupPath, firewallInstanceList } from "./firewall-group-queries.ts";

const LinkDialog = onDemand(async () => (await import("./link-dialog.tsx")).LinkDialog);

const LINKED: ListedKind = {
  one: "linked VM",
  many: "linked VMs",
  icon: Server,
  purpose: "The rules apply to VMs that are linked to the group, and to those of the subnets that have it.",
};

const column = columnsOf<FirewallInstance>();

const columnsIn = (firewallGroupId: string) => [
  column("name", "VM", (vm) => (
    <NameCell page={vm.vm_type === "gpu" ? "gpu-vms" : "cloud-vms"} id={vm.vm_id} name={vm.name} />
  )),
  column("status", "Status", (vm) => <VmStatusBadge status={vm.status} />),
  column("rules", "Rules", (vm) => <Applied vm={vm} />),
  column("linked", "Linked", (vm) => <DateTime iso={vm.linked_at} />),
  column("unlink", hiddenTitle("Actions"), (vm) => <Unlink vm={vm} firewallGroupId={firewallGroupId} />),
];

/** Whether the VM's site has applied the current rules. */
function Applied({ vm }: { vm: FirewallInstance }) {
  if (vm.error_message !== null) {
    return (
      <div className="min-w-48 py-2">
        <StatusBadge tone="bad">not applied</StatusBadge>
        <p className="mt-1 text-bad text-xs">{vm.error_message} It is tried again.</p>
      </div>
    );
  }
  if (vm.pending_changes) {
    return (
      <StatusBadge tone="busy" changing>
        being applied
      </StatusBadge>
    );
  }
  return <StatusBadge tone="good">in force</StatusBadge>;
}

function Unlink({ vm, firewallGroupId }: { vm: FirewallInstance; firewallGroupId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  return (
    <DeleteAction
      deletion={trpc.firewallInstance.unlink}
      input={{ workspace_id: workspaceId, firewall_group_id: firewallGroupId, vm_id: vm.vm_id }}
      plan={trpc.changePlan.firewallInstance.unlink}
      onDeleted={() => changed(`Unlinked ${vm.name}`)}
      verb="Unlink"
      what="VM"
      name={vm.name}
      lead="The group's rules no longer apply to this VM. A VM in no group can be reached on every port."
      refusal={roleRefusal("network.write")}
      row={vm.name}
    />
  );
}

export function LinkedVmsPage(path: FirewallGroupPath) {
  const { firewallGroupId } = path;
  const { roleRefusal } = useWorkspace();
  const [linking, setLinking] = useState(false);
  const columns = useMemo(() => columnsIn(firewallGroupId), [firewallGroupId]);
  const button = (
    <Button look="primary" onClick={() => setLinking(true)} refusal={roleRefusal("network.write")}>
      Link a VM
    </Button>
  );
  return (
    <Section
      title="VMs"
      lead="The group's rules apply to these. Changes reach each VM's network within seconds."
      actions={button}
    >
      <ListTable
        list={firewallInstanceList}
        path={path}
        kind={LINKED}
        label="VMs of the group"
        columns={columns}
        keyOf={({ vm_id }) => vm_id}
      />
      {linking && <LinkDialog firewallGroupId={firewallGroupId} onClose={() => setLinking(false)} />}
    </Section>
  );
}
