"use client";

import type { VpcPeering } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Cable } from "lucide-react";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { ResourceLink } from "@/components/resource-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

export const PEERINGS: ListedKind = {
  one: "VPC peering",
  many: "VPC peerings",
  icon: Cable,
  purpose: "VMs of two VPCs reach each other by their private addresses, also across workspaces.",
  hint: "Search for another part of the name, or choose another status.",
};

const column = columnsOf<VpcPeering>();

export const nameColumn = column("name", "Name", ({ name, vpc_peering_id }) => (
  <div className="min-w-40 max-w-72 py-2">
    <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
    <div className="leading-4">
      <Copyable text={vpc_peering_id} label="VPC peering id" />
    </div>
  </div>
));
export const vpcColumn = column("vpc", "VPC", ({ vpc_id, cidr }) => <PeeredVpc id={vpc_id} cidr={cidr} />);
export const otherColumns = [
  column("peer", "Peer", ({ peer_vpc_id, peer_cidr }) => <PeeredVpc id={peer_vpc_id} cidr={peer_cidr} />),
  column("status", "Status", (peering) => <PeeringBadge peering={peering} />),
  column("actions", hiddenTitle("Actions"), (peering) => <PeeringActions peering={peering} />),
];

/** A VPC by its name, or by its id where it is of another workspace. */
function PeeredVpc({ id, cidr }: { id: string; cidr: string | null }) {
  const { workspaceId } = useWorkspace();
  const vpcs = useQuery(useTRPC().vpc.list.queryOptions(wholeInput(workspaceId))).data?.items;
  const name = vpcs?.find(({ vpc_id }) => vpc_id === id)?.name;
  return (
    <div className="min-w-40 max-w-72 py-2">
      {name === undefined ? <Copyable text={id} label="VPC id" /> : <ResourceLink id={id}>{name}</ResourceLink>}
      {cidr !== null && <div className="font-mono text-[13px] text-ink-muted">{cidr}</div>}
    </div>
  );
}

const STATES: Readonly<Record<VpcPeering["status"], readonly [Tone, string]>> = {
  pending: ["warn", "asked"],
  active: ["good", "active"],
  rejected: ["bad", "rejected"],
  ended: ["quiet", "ended by the other side"],
};

function PeeringBadge({ peering: { status, side } }: { peering: VpcPeering }) {
  const [tone, words] = STATES[status];
  return (
    <StatusBadge tone={tone}>
      {status === "pending" && side === "accepter" ? "waits for your answer" : words}
    </StatusBadge>
  );
}

/** How a peering goes, by its state: the verb, and what it does. */
function wayToEnd({ status, side }: VpcPeering): readonly [verb: string, lead: string] {
  if (status === "active") return ["End", "Traffic between the two VPCs ends at once, for both sides."];
  if (status !== "pending") return ["Remove", "It leaves the list. No traffic passes by it."];
  if (side === "accepter") return ["Reject", "The other side is told that its request was rejected."];
  return ["Withdraw", "The other side can no longer accept it."];
}

function PeeringActions({ peering }: { peering: VpcPeering }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { vpc_peering_id, name, status, side, peer_vpc_id, peer_cidr } = peering;
  const [verb, lead] = wayToEnd(peering);
  const refusal = roleRefusal("network.write");
  const input = { workspace_id: workspaceId, vpc_peering_id };
  return (
    <DeleteAction
      deletion={trpc.vpcPeering.delete}
      input={input}
      plan={trpc.changePlan.vpcPeering.delete}
      onDeleted={() => changed(`${name}: done`)}
      verb={verb}
      what="VPC peering"
      name={name}
      lead={lead}
      refusal={refusal}
      row={name}
      others={
        status === "pending" && side === "accepter"
          ? [
              {
                label: "Accept",
                refusal,
                dialog: (state) => (
                  <ConfirmChange
                    {...state}
                    change={trpc.vpcPeering.accept}
                    input={input}
                    plan={trpc.changePlan.vpcPeering.accept}
                    onDone={() => changed(`Accepted ${name}`)}
                    title={`Accept ${name}?`}
                    lead={
                      `VMs of ${peer_vpc_id} (${peer_cidr}) and of your VPC reach each other by their private ` +
                      "addresses, as their firewall groups allow."
                    }
                    action="Accept VPC peering"
                  />
                ),
              },
            ]
          : []
      }
    />
  );
}
