"use client";

import type { ReservedIp, ReservedIpStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { type NamedResource, ResourceName } from "@/shell/resource-name.tsx";

interface AttachmentProps {
  readonly type: ReservedIp["attached_resource_type"];
  /** Null if it is not attached. */
  readonly resource: NamedResource | null;
  readonly narrow?: boolean;
}

/** A link to the resource that an address is attached to. */
export function Attachment({ type, resource, narrow = false }: AttachmentProps) {
  if (resource === null) return <span className="text-ink-subtle">nothing</span>;
  return (
    <div className="in-[td]:py-2">
      <ResourceName {...resource} narrow={narrow} />
      <span className="text-ink-subtle text-xs">{attachmentName(type)}</span>
    </div>
  );
}

export function attachmentName(type: string | null): string {
  if (type === "vm") return "VM";
  if (type === "nat_gateway") return "NAT gateway";
  return "load balancer";
}

/** The colour of every state of an address. An unattached address still costs money, so it is not green. */
const TONE: Readonly<Record<ReservedIpStatus, Tone>> = { reserved: "quiet", attached: "good", released: "quiet" };

/** The status, or that an operator isolates it, which matters more. */
export function ReservedIpState({ ip: { status, isolated_at } }: { ip: ReservedIp }) {
  if (isolated_at !== null) return <StatusBadge tone="bad">isolated</StatusBadge>;
  return <StatusBadge tone={TONE[status]}>{status === "reserved" ? "not attached" : status}</StatusBadge>;
}
