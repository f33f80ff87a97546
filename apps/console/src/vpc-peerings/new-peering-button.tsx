"use client";

import { Plus } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

const NewPeering = onDemand(async () => (await import("./new-peering-dialog.tsx")).NewPeering);

/** @param vpcId the VPC that asks; without one, the dialog has a choice */
export function NewPeeringButton({ vpcId }: { vpcId?: string }) {
  const { roleRefusal } = useWorkspace();
  return (
    <DialogButton
      look="primary"
      command="New VPC peering"
      refusal={roleRefusal("network.write")}
      dialog={(state) => <NewPeering vpcId={vpcId} {...state} />}
    >
      <Plus className="size-4" aria-hidden />
      New VPC peering
    </DialogButton>
  );
}
