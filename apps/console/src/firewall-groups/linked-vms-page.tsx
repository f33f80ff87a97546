"use client";

import type { FirewallInstance } from "@fulmar/contract";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { useState } from "react";
import { WHOLE_LIST } from "@/client/list.ts";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice, usePages } from "@/client/use-list.ts";
import { VmStatusBadge } from "@/cloud-vms/vm-status-badge.tsx";
import { Button } from "@/components/button.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import { type ListedKind, ResourceList } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { ConfirmButton } from "@/networking/confirm-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { firewallInstancesInput } from "./firewall-group-queries.ts";

const LinkDialog = onDemand(async () => (await import("./link-dialog.tsx")).LinkDialog);

const LINKED: ListedKind = {
  one: "linked VM",
  many: "linked VMs",
  icon: Server,
  purpose: "The rules hold for nothing until a VM is linked to the group.",
};

type Row = FirewallInstance & { readonly firewallGroupId: string };
const column = columnsOf<Row>();

const columns = [
  column("name", "VM", (vm) => (
    <NameCell page={vm.vm_type === "gpu" ? "gpu-vms" : "cloud-vms"} id={vm.vm_id} name={vm.name} />
  )),
  column("status", "Status", (vm) => <VmStatusBadge status={vm.status} />),
  column("rules", "Rules", (vm) => <Applied vm={vm} />),
  column("linked", "Linked", (vm) => <DateTime iso={vm.linked_at} />),
  column("unlink", hiddenTitle("Actions"), (vm) => <Unlink vm={vm} />),
];

/** Whether the VM's site has applied the current rules. */
function Applied({ vm }: { vm: Row }) {
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

function Unlink({ vm }: { vm: Row }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const unlink = useMutation(
    trpc.firewallInstance.unlink.mutationOptions({ onSuccess: () => changed(`Unlinked ${vm.name}`) }),
  );
  return (
    <ConfirmButton
      label={`Unlink ${vm.name}`}
      title={`Unlink ${vm.name}?`}
      lead="The group's rules end for this VM. A VM in no group at all can be reached on every port."
      action="Unlink VM"
      change={unlink}
      refusal={roleRefusal("network.write")}
      onConfirm={(close) =>
        unlink.mutate(
          { workspace_id: workspaceId, firewall_group_id: vm.firewallGroupId, vm_id: vm.vm_id },
          {
            onSuccess: close,
          },
        )
      }
    >
      Unlink
    </ConfirmButton>
  );
}

export function LinkedVmsPage({ firewallGroupId }: { firewallGroupId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const list = useListChoice(WHOLE_LIST);
  const pages = usePages();
  const [linking, setLinking] = useState(false);
  const query = useQuery({
    ...trpc.firewallInstance.list.queryOptions(
      firewallInstancesInput(workspaceId, firewallGroupId, list.choice, pages.cursor),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.items.some(({ pending_changes }) => pending_changes) ?? false),
  });
  const button = (
    <Button look="primary" onClick={() => setLinking(true)} refusal={roleRefusal("network.write")}>
      Link a VM
    </Button>
  );
  return (
    <Section
      title="VMs"
      lead="The group's rules hold for these. Changes reach each VM's network within seconds."
      actions={button}
    >
      <ResourceList kind={LINKED} list={list} query={query} pages={pages}>
        {(items) => (
          <DataTable
            label="VMs of the group"
            columns={columns}
            rows={items.map((vm) => ({ ...vm, firewallGroupId }))}
            keyOf={(vm) => vm.vm_id}
          />
        )}
      </ResourceList>
      {linking && <LinkDialog firewallGroupId={firewallGroupId} onClose={() => setLinking(false)} />}
    </Section>
  );
}
