"use client";

import type { NatGateway, PortForward } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { columnsOf, DataTable, hiddenTitle, TableSkeleton } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { type ListedVm, useVms, VmLink } from "@/vms/listed-vms.tsx";
import { vpcPartsInput } from "./vpc-queries.ts";

const ForwardDialog = onDemand(async () => (await import("./port-forward-dialog.tsx")).PortForwardDialog);

type Row = PortForward & { readonly vm: ListedVm | undefined };
const column = columnsOf<Row>();

const columns = [
  column("public", "Public port", (forward) => (
    <span className="whitespace-nowrap font-mono text-[13px]">
      {forward.protocol.toUpperCase()} {forward.public_port}
    </span>
  )),
  column("vm", "VM", (forward) => (
    <div className="min-w-28 max-w-56 [overflow-wrap:anywhere]">
      <VmLink id={forward.vm_id} vm={forward.vm} />
    </div>
  )),
  column("private", "Forwards to", (forward) => (
    <span className="font-mono text-[13px]">{`${forward.private_ip}:${forward.private_port}`}</span>
  )),
  column("description", "Description", (forward) => (
    <span className="block min-w-48 py-2 text-ink-muted">{forward.description}</span>
  )),
  column("remove", hiddenTitle("Actions"), (forward) => (
    <div className="flex justify-end">
      <Remove forward={forward} />
    </div>
  )),
];

/** The port forwards of a gateway to the VMs behind it. */
export function PortForwards({ gateway }: { gateway: NatGateway }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const vms = useVms();
  const [adding, setAdding] = useState(false);
  const forwards = useQuery({
    ...trpc.portForward.list.queryOptions({
      ...vpcPartsInput(workspaceId, gateway.vpc_id),
      nat_gateway_id: gateway.nat_gateway_id,
    }),
    refetchInterval: refreshEvery(false),
  });
  return (
    <div className="border-line border-t p-5">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h4 className="flex-1 font-medium">Port forwards</h4>
        <Button
          onClick={() => setAdding(true)}
          refusal={roleRefusal("network.write")}
          aria-label={`Forward a port of ${gateway.name}`}
        >
          Forward a port
        </Button>
      </div>
      <Loaded query={forwards} skeleton={<TableSkeleton rows={1} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-muted">No port forwards.</p>
          ) : (
            <DataTable
              label={`Port forwards of ${gateway.name}`}
              columns={columns}
              rows={items.map((forward) => ({ ...forward, vm: vms.get(forward.vm_id) }))}
              keyOf={(forward) => forward.port_forward_id}
            />
          )
        }
      </Loaded>
      {adding && <ForwardDialog gateway={gateway} onClose={() => setAdding(false)} />}
    </div>
  );
}

function Remove({ forward }: { forward: Row }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const port = `${forward.protocol.toUpperCase()} ${forward.public_port}`;
  const { vpc_id, nat_gateway_id, port_forward_id } = forward;
  return (
    <DeleteAction
      deletion={trpc.portForward.delete}
      input={{ workspace_id: workspaceId, vpc_id, nat_gateway_id, port_forward_id }}
      plan={trpc.changePlan.portForward.delete}
      onDeleted={() => changed(`Deleted the forward of ${port}`)}
      what="forward"
      name={`the forward of ${port}`}
      lead="The port is no longer forwarded."
      refusal={roleRefusal("network.write")}
      row={`the forward of ${port}`}
    />
  );
}
