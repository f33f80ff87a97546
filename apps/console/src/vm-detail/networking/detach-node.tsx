"use client";

import type { VmNode } from "@fulmar/contract";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { Confirm } from "@/components/confirm.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";

export function DetachNode({ node }: { node: VmNode }) {
  const { roleRefusal } = useWorkspace();
  return (
    <DialogButton
      aria-label={`Detach from ${node.subnet_name}`}
      refusal={roleRefusal("network.write")}
      dialog={(state) => <DetachQuestion node={node} {...state} />}
    >
      Detach
    </DialogButton>
  );
}

function DetachQuestion({ node, open, onClose }: { node: VmNode } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { vm } = useVm();
  const changed = useChanged();
  const detach = useMutation(
    trpc.vpcNode.detach.mutationOptions({
      onSuccess: () => {
        onClose();
        return changed(`${vm.name} left ${node.subnet_name}`);
      },
    }),
  );
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Detach ${vm.name} from ${node.subnet_name}?`}
      lead={`Its address ${node.private_ip} becomes free, and port forwards to it end. A reserved IP that it used is kept.`}
      action="Detach from subnet"
      busy={detach.isPending}
      error={detach.error}
      onConfirm={() =>
        detach.mutate({ workspace_id: workspaceId, vpc_id: node.vpc_id, allocation_id: node.allocation_id })
      }
    />
  );
}
