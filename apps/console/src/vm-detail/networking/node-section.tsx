"use client";

import { networkRefusal, type VmNetwork } from "@fulmar/contract";
import { Network } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";
import { nodeColumns } from "./node-columns.tsx";

const AttachNodeDialog = onDemand(async () => (await import("./attach-node-dialog.tsx")).AttachNodeDialog);

/** The subnets that the VM is in. */
export function NodeSection({ network }: { network: VmNetwork }) {
  const { vm } = useVm();
  const { roleRefusal } = useWorkspace();
  return (
    <Section
      title="Private networks"
      actions={
        <DialogButton
          refusal={roleRefusal("network.write") ?? networkRefusal(vm.status)?.reason ?? null}
          dialog={(state) => <AttachNodeDialog {...state} />}
        >
          Attach to a subnet
        </DialogButton>
      }
    >
      {network.nodes.length === 0 ? (
        <Panel icon={<Network className="size-5" aria-hidden />} title="In no private network">
          <p>In a subnet of a VPC, the VM has a private address by which the other machines of the VPC reach it.</p>
        </Panel>
      ) : (
        <DataTable label="Subnets" columns={nodeColumns} rows={network.nodes} keyOf={(node) => node.allocation_id} />
      )}
    </Section>
  );
}
