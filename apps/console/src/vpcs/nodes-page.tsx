"use client";

import type { VpcNodeAllocation } from "@fulmar/contract";
import { Server } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable, hiddenTitle, TableSkeleton } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Section } from "@/components/facts.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type ListedVm, useVms, VmLink, vmHref } from "@/vms/listed-vms.tsx";
import { VmStatusBadge } from "@/vms/vm-status-badge.tsx";
import { useNodes, useSubnets, useVpc } from "./use-vpc.ts";
import { wayOut } from "./way-out.ts";

const AttachDialog = onDemand(async () => (await import("./attach-node-dialog.tsx")).AttachNodeDialog);

type Row = VpcNodeAllocation & { readonly vm: ListedVm | undefined; readonly subnetName: string };
const column = columnsOf<Row>();

const columns = [
  column("vm", "VM", (node) => <VmLink id={node.vm_id} vm={node.vm} />),
  column("status", "Status", (node) => <NodeState node={node} />),
  column("subnet", "Subnet", (node) => node.subnetName),
  column("address", "Private address", (node) => (
    <>
      <Copyable text={node.private_ip} label="private address" />
      {node.ipv6_address !== null && <Copyable text={node.ipv6_address} label="IPv6 address" />}
      {node.private_dns_name !== null && <Copyable text={node.private_dns_name} label="private name" />}
    </>
  )),
  column("out", "Internet access", (node) => <span className="whitespace-nowrap">{wayOut(node)}</span>),
  column("detach", hiddenTitle("Actions"), (node) => <Detach node={node} />),
];

/** The VM's state, and whether its site has applied its network. */
function NodeState({ node }: { node: Row }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="py-2">
      {node.vm && <VmStatusBadge status={node.vm.status} />}
      {node.status === "error" && (
        <p className="mt-1 min-w-40 text-bad text-xs">
          Its network could not be applied:{" "}
          <Link
            href={vmHref(workspaceId, node.vm_id, node.vm, "/networking")}
            prefetch={false}
            className="rounded underline underline-offset-2"
          >
            why
          </Link>
        </p>
      )}
    </div>
  );
}

/** A VPC's nodes. The address selects the subnet. */
export function NodesPage({ vpcId }: { vpcId: string }) {
  const { roleRefusal } = useWorkspace();
  const router = useRouter();
  const subnetId = useSearchParams().get("subnet_id") ?? "";
  const [attaching, setAttaching] = useState(false);
  const vpc = useVpc(vpcId).data;
  const subnets = useSubnets(vpcId).data?.items ?? [];
  const vms = useVms();
  const nodes = useNodes(vpcId);
  if (vpc === undefined) return null;
  const nameOf = (id: string) => subnets.find(({ subnet_id }) => subnet_id === id)?.name ?? id;
  return (
    <Section
      title="Nodes"
      lead="VMs with an address in the VPC. A VM can be in several subnets."
      actions={
        <Button
          look="primary"
          onClick={() => setAttaching(true)}
          refusal={
            roleRefusal("network.write") ?? (subnets.length === 0 ? "The VPC has no subnets; create one first." : null)
          }
        >
          Attach a VM
        </Button>
      }
    >
      {subnets.length > 1 && nodes.data?.items.length !== 0 && (
        <ListToolbar
          filters={[
            {
              name: "subnet_id",
              label: "Subnet",
              value: subnetId,
              options: subnets.map(({ subnet_id, name }) => [subnet_id, name] as const),
            },
          ]}
          onChoose={({ subnet_id }) =>
            router.replace(`?${new URLSearchParams(subnet_id ? { subnet_id } : {})}`, { scroll: false })
          }
        />
      )}
      <Loaded query={nodes} skeleton={<TableSkeleton />}>
        {({ items }) => {
          const rows = items.filter((node) => subnetId === "" || node.subnet_id === subnetId);
          if (rows.length === 0) {
            return (
              <Panel icon={<Server className="size-5" aria-hidden />} title="No VMs here">
                <p>Attach a VM to give it an address in this network.</p>
              </Panel>
            );
          }
          return (
            <DataTable
              label="Nodes of the VPC"
              columns={columns}
              rows={rows.map((node) => ({
                ...node,
                vm: vms.get(node.vm_id),
                subnetName: nameOf(node.subnet_id),
              }))}
              keyOf={(node) => node.allocation_id}
            />
          );
        }}
      </Loaded>
      {attaching && <AttachDialog vpc={vpc} subnets={subnets} onClose={() => setAttaching(false)} />}
    </Section>
  );
}

function Detach({ node }: { node: Row }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const name = node.vm?.name ?? node.vm_id;
  return (
    <DeleteAction
      deletion={trpc.vpcNode.detach}
      input={{ workspace_id: workspaceId, vpc_id: node.vpc_id, allocation_id: node.allocation_id }}
      plan={trpc.changePlan.vpcNode.detach}
      onDeleted={() => changed(`Detached ${name}`)}
      verb="Detach"
      what="VM"
      name={name}
      title={`Detach ${name} from ${node.subnetName}?`}
      lead={
        <>
          It loses the address {node.private_ip}, and port forwards to it end. A reserved IP that it used here is kept;
          an address assigned by the platform is released.
        </>
      }
      refusal={roleRefusal("network.write")}
      row={`${name} in ${node.subnetName}`}
    />
  );
}
