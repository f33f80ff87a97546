"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmSelect } from "@/vms/listed-vms.tsx";

export function LinkDialog({ firewallGroupId, onClose }: { firewallGroupId: string; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const [vmId, setVmId] = useState("");
  const link = useMutation(
    trpc.firewallInstance.link.mutationOptions({
      onSuccess: async ({ name }) => {
        onClose();
        await changed(`Linked ${name}`);
      },
    }),
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Link a VM"
      lead="From then on the VM receives only what the rules of its groups allow."
      action="Link VM"
      busy={link.isPending}
      error={link.error}
      refusal={vmId === "" ? "Choose a VM." : null}
      onSubmit={(event) => {
        event.preventDefault();
        if (vmId !== "") link.mutate({ workspace_id: workspaceId, firewall_group_id: firewallGroupId, vm_id: vmId });
      }}
    >
      <VmSelect label="VM" value={vmId} onChange={(event) => setVmId(event.currentTarget.value)} />
    </FormDialog>
  );
}
