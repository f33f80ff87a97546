"use client";

import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmSelect } from "@/vms/listed-vms.tsx";

export function LinkDialog({ firewallGroupId, onClose }: { firewallGroupId: string; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [vmId, setVmId] = useState("");
  return (
    <ChoiceDialog
      open
      onClose={onClose}
      title="Link a VM"
      lead="From then on the VM receives only what the rules of its groups allow."
      action="Link VM"
      refusal={vmId === "" ? "Choose a VM." : null}
      change={trpc.firewallInstance.link}
      input={{ workspace_id: workspaceId, firewall_group_id: firewallGroupId, vm_id: vmId }}
      onDone={({ name }) => changed(`Linked ${name}`)}
    >
      <VmSelect label="VM" value={vmId} onChange={(event) => setVmId(event.currentTarget.value)} />
    </ChoiceDialog>
  );
}
