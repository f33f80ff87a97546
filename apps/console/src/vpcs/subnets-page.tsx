"use client";

import type { Subnet } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Network } from "lucide-react";
import { useState } from "react";
import { wholeInput } from "@/client/list.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, hiddenTitle, TableSkeleton } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { ResourceLink } from "@/components/resource-link.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { roomIn } from "./cidr.ts";
import { NetworkStatusBadge } from "./network-status-badge.tsx";
import { useNodes, useSubnets, useVpc } from "./use-vpc.ts";

const SubnetDialog = onDemand(async () => (await import("./subnet-dialogs.tsx")).CreateSubnetDialog);
const EditDialog = onDemand(async () => (await import("./subnet-dialogs.tsx")).EditSubnetDialog);

type Row = Subnet & { readonly used: number };
const column = columnsOf<Row>();

const columns = [
  column("name", "Name", (subnet) => (
    <div className="min-w-32 py-2">
      <span className="font-medium">{subnet.name}</span>
      <div className="leading-4">
        <Copyable text={subnet.subnet_id} label="id" />
      </div>
    </div>
  )),
  column("status", "Status", (subnet) => (
    <>
      <NetworkStatusBadge status={subnet.status} />
      {subnet.error_message !== null && (
        <p className="mt-1 min-w-48 text-bad text-xs">
          {subnet.status === "available" && "The last change is not in force: "}
          {subnet.error_message} It is tried again.
        </p>
      )}
    </>
  )),
  column("cidr", "Network", (subnet) => (
    <span className="font-mono text-[13px]">
      {subnet.cidr}
      {subnet.ipv6_cidr !== null && <span className="block">{subnet.ipv6_cidr}</span>}
    </span>
  )),
  column("used", "Used", (subnet) => (
    <span className="whitespace-nowrap tabular-nums">
      {subnet.used} of {roomIn(subnet.cidr).toLocaleString("en")}
    </span>
  )),
  column("gateway", "Gateway", (subnet) => <span className="font-mono text-[13px]">{subnet.gateway}</span>),
  column("dns", "DNS", (subnet) => <span className="font-mono text-[13px]">{subnet.dns.join(", ")}</span>),
  column("groups", "Firewall groups", ({ firewall_group_ids }) => <GroupsOfSubnet ids={firewall_group_ids} />),
  column("actions", hiddenTitle("Actions"), (subnet) => <SubnetActions subnet={subnet} />),
];

function GroupsOfSubnet({ ids }: { ids: readonly string[] }) {
  const { workspaceId } = useWorkspace();
  const groups = useQuery(useTRPC().firewallGroup.list.queryOptions(wholeInput(workspaceId))).data?.items ?? [];
  return ids.map((id) => (
    <div key={id}>
      <ResourceLink id={id}>
        {groups.find(({ firewall_group_id }) => firewall_group_id === id)?.name ?? id}
      </ResourceLink>
    </div>
  ));
}

export function SubnetsPage({ vpcId }: { vpcId: string }) {
  const { roleRefusal } = useWorkspace();
  const [creating, setCreating] = useState(false);
  const vpc = useVpc(vpcId).data;
  const subnets = useSubnets(vpcId);
  const nodes = useNodes(vpcId).data?.items ?? [];
  const usedIn = (id: string) => nodes.filter(({ subnet_id }) => subnet_id === id).length;
  if (vpc === undefined) return null;
  return (
    <Section
      title="Subnets"
      lead={`They divide ${vpc.cidr} and do not overlap.`}
      actions={
        <Button look="primary" onClick={() => setCreating(true)} refusal={roleRefusal("network.write")}>
          New subnet
        </Button>
      }
    >
      <Loaded query={subnets} skeleton={<TableSkeleton rows={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Panel icon={<Network className="size-5" aria-hidden />} title="No subnets yet">
              <p>A subnet gives the VMs that are attached to it private addresses, a gateway and resolvers.</p>
            </Panel>
          ) : (
            <DataTable
              label="Subnets of the VPC"
              columns={columns}
              rows={items.map((subnet) => ({ ...subnet, used: usedIn(subnet.subnet_id) }))}
              keyOf={(subnet) => subnet.subnet_id}
            />
          )
        }
      </Loaded>
      {creating && (
        <SubnetDialog
          vpc={vpc}
          taken={subnets.data?.items.map(({ cidr }) => cidr) ?? []}
          onClose={() => setCreating(false)}
        />
      )}
    </Section>
  );
}

function SubnetActions({ subnet }: { subnet: Row }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [editing, setEditing] = useState(false);
  const refusal = roleRefusal("network.write");
  return (
    <>
      <DeleteAction
        deletion={trpc.subnet.delete}
        input={{ workspace_id: workspaceId, vpc_id: subnet.vpc_id, subnet_id: subnet.subnet_id }}
        plan={trpc.changePlan.subnet.delete}
        onDeleted={() => changed(`Deleted ${subnet.name}`)}
        what="subnet"
        name={subnet.name}
        lead={`The network ${subnet.cidr} becomes free for other subnets of the VPC.`}
        refusal={refusal}
        row={subnet.name}
        others={[{ label: "Edit", refusal, onSelect: () => setEditing(true) }]}
      />
      {editing && <EditDialog subnet={subnet} onClose={() => setEditing(false)} />}
    </>
  );
}
