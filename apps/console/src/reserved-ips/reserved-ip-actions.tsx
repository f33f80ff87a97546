"use client";

import type { ReservedIp } from "@fulmar/contract";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { protectionRefusal } from "@/components/deletion-protection.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { attachmentName } from "./reserved-ip-cells.tsx";

const AttachDialog = onDemand(async () => (await import("./attach-dialog.tsx")).AttachDialog);
const EditDialog = onDemand(async () => (await import("./edit-dialog.tsx")).EditDialog);

/** The actions on an address. Disabled ones show why. */
export function ReservedIpActions({ ip }: { ip: ReservedIp }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const [asked, setAsked] = useState<"attach" | "edit" | null>(null);
  const role = roleRefusal("network.write");
  const isolated = ip.isolated_at === null ? null : "An operator of this cloud isolates the address; ask its support.";
  const attached = ip.attached_resource_id !== null;
  const target = { workspace_id: workspaceId, reserved_ip_id: ip.public_ip_id };
  const ends = ip.reservation_type === "platform_assigned";
  const close = () => setAsked(null);
  return (
    <>
      <Button
        onClick={() => setAsked("attach")}
        refusal={
          role ??
          isolated ??
          (attached && ends
            ? "The platform assigned this address to the resource it is attached to; it cannot move."
            : null)
        }
      >
        {attached ? "Move" : "Attach"}
      </Button>
      <DialogButton
        refusal={role ?? isolated ?? (attached ? null : "It is attached to nothing.")}
        dialog={(state) => (
          <ConfirmChange
            {...state}
            title={`Detach ${ip.address}?`}
            lead={
              <>
                The {attachmentName(ip.attached_resource_type)} can no longer be reached by it.{" "}
                {ends
                  ? "The platform assigned the address: it is released now, and may be given to somebody else."
                  : "The address stays yours."}
              </>
            }
            action="Detach IP"
            change={trpc.reservedIp.detach}
            input={target}
            plan={trpc.changePlan.reservedIp.detach}
            onDone={async () => {
              if (ends) router.push(`/workspaces/${workspaceId}/reserved-ips`);
              await changed(`Detached ${ip.address}`);
            }}
          />
        )}
      >
        Detach
      </DialogButton>
      <Button onClick={() => setAsked("edit")} refusal={role}>
        Edit
      </Button>
      <DeleteAction
        deletion={trpc.reservedIp.delete}
        input={target}
        plan={trpc.changePlan.reservedIp.delete}
        onDeleted={() => {
          router.push(`/workspaces/${workspaceId}/reserved-ips`);
          return changed(`Released ${ip.address}`);
        }}
        verb="Release"
        what="IP"
        name={ip.address}
        lead="The address goes back to the pool, and may be given to somebody else. This cannot be undone."
        typed
        refusal={
          role ??
          isolated ??
          protectionRefusal("reserved IP", ip.deletion_protection) ??
          (attached ? "It is in use; detach it first." : null)
        }
      />
      {asked === "attach" && <AttachDialog ip={ip} onClose={close} />}
      {asked === "edit" && <EditDialog ip={ip} onClose={close} />}
    </>
  );
}
