"use client";

import type { ReservedIp } from "@fulmar/contract";
import { ResourceLink } from "@/networking/resource-link.tsx";

/** What an address is attached to, as a way there. */
export function Attachment({ ip }: { ip: ReservedIp }) {
  const { attached_resource_id: id, attached_resource_type: type } = ip;
  if (id === null) return <span className="text-ink-subtle">nothing</span>;
  return (
    <span className="block in-[td]:max-w-36">
      {attachmentName(type)}
      <span className="block truncate text-xs">
        <ResourceLink id={id}>{id}</ResourceLink>
      </span>
    </span>
  );
}

export function attachmentName(type: string | null): string {
  if (type === "vm") return "VM";
  if (type === "nat_gateway") return "NAT gateway";
  return "load balancer";
}
