"use client";

import type { ReservedIp, VmNetwork } from "@fulmar/contract";
import Link from "next/link";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useVm } from "../vm-place.tsx";

const AttachIpDialog = onDemand(async () => (await import("./attach-ip-dialog.tsx")).AttachIpDialog);
const MoveDialog = onDemand(async () => (await import("@/reserved-ips/attach-dialog.tsx")).AttachDialog);

const NONE = <span className="text-ink-subtle">none</span>;
const PLATFORM = "The platform assigned this address for as long as it is attached; reserve an address to move it.";

/** The addresses of the VM, with the actions on the public one. */
export function AddressSection({ network: { reserved_ip: ip } }: { network: VmNetwork }) {
  const { vm, networkRefusal } = useVm();
  const { workspaceId, roleRefusal } = useWorkspace();
  const role = roleRefusal("network.write");
  return (
    <Section
      title="Addresses"
      actions={
        ip === null ? (
          <DialogButton refusal={networkRefusal()} dialog={(state) => <AttachIpDialog {...state} />}>
            Attach a reserved IP
          </DialogButton>
        ) : (
          <>
            <DialogButton
              refusal={role ?? (ip.reservation_type === "platform_assigned" ? PLATFORM : null)}
              dialog={({ open, onClose }) => open && <MoveDialog ip={ip} onClose={onClose} />}
            >
              Move public address
            </DialogButton>
            <DialogButton look="remove" refusal={role} dialog={(state) => <DetachIp ip={ip} {...state} />}>
              Detach public address
            </DialogButton>
          </>
        )
      }
    >
      <Facts
        label="Addresses of the VM"
        facts={[
          [
            "Private address",
            vm.private_ip === null ? NONE : <Copyable key="private" text={vm.private_ip} label="private address" />,
          ],
          [
            "Public address",
            ip === null ? (
              NONE
            ) : (
              <span key="public" className="flex flex-wrap items-center gap-x-3">
                <Copyable text={ip.address} label="public address" />
                {ip.reservation_type === "user_reserved" ? (
                  <Link
                    href={workspaceHref(workspaceId, `reserved-ips/${ip.public_ip_id}`)}
                    prefetch={false}
                    className="rounded text-xs underline underline-offset-2"
                  >
                    {ip.label === "" ? "Reserved IP" : ip.label}
                  </Link>
                ) : (
                  <span className="text-ink-muted text-xs">assigned by the platform</span>
                )}
              </span>
            ),
          ],
          ["Reverse DNS", ip === null || ip.reverse_dns === "" ? null : ip.reverse_dns],
        ]}
      />
    </Section>
  );
}

function DetachIp({ ip, open, onClose }: { ip: ReservedIp } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const { vm } = useVm();
  const changed = useChanged();
  const kept = ip.reservation_type === "user_reserved";
  const detachment = { workspace_id: workspaceId, reserved_ip_id: ip.public_ip_id };
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Detach ${ip.address} from ${vm.name}?`}
      lead={
        <>
          Connections to it end.{" "}
          {kept
            ? "The address stays reserved, and billed, until it is released."
            : "The address is released, and may be given to somebody else."}
        </>
      }
      action="Detach address"
      change={trpc.reservedIp.detach}
      input={detachment}
      plan={trpc.changePlan.reservedIp.detach}
      onDone={() => changed(`Detached ${ip.address}`)}
    />
  );
}
