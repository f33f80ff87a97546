"use client";

import type { ReservedIp } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { NameCell } from "@/networking/name-cell.tsx";
import { SiteName } from "@/networking/sites.tsx";
import type { NamedResource } from "@/shell/resource-name.tsx";
import { Attachment } from "./attachment.tsx";
import { ReservedIpStatusBadge } from "./reserved-ip-status-badge.tsx";

/** An address, and what it is attached to. */
export interface ReservedIpRow extends ReservedIp {
  readonly attachedTo: NamedResource | null;
}

const column = columnsOf<ReservedIpRow>();

export const reservedIpColumns = column.columns([
  column.display({
    id: "address",
    header: "Address",
    cell: ({ row: { original: ip } }) => <NameCell page="reserved-ips" id={ip.public_ip_id} name={ip.address} mono />,
  }),
  column.display({
    id: "label",
    header: "Label",
    cell: ({ row: { original: ip } }) =>
      ip.label === "" ? (
        <span className="text-ink-subtle">none</span>
      ) : (
        <span className="block min-w-24 max-w-48 py-2 [overflow-wrap:anywhere]">{ip.label}</span>
      ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: ip } }) => <ReservedIpStatusBadge status={ip.status} />,
  }),
  column.display({
    id: "attached",
    header: "Attached to",
    cell: ({ row: { original: ip } }) => (
      <Attachment type={ip.attached_resource_type} resource={ip.attachedTo} narrow />
    ),
  }),
  column.display({
    id: "reverse",
    header: "Reverse DNS",
    cell: ({ row: { original: ip } }) =>
      ip.reverse_dns === "" ? (
        <span className="text-ink-subtle">none</span>
      ) : (
        <span className="block min-w-32 max-w-48 py-2 [overflow-wrap:anywhere]">{ip.reverse_dns}</span>
      ),
  }),
  column.display({ id: "site", header: "Site", cell: ({ row: { original: ip } }) => <SiteName siteId={ip.site_id} /> }),
  column.display({
    id: "created",
    header: "Reserved",
    cell: ({ row: { original: ip } }) => <DateTime iso={ip.created_at} />,
  }),
]);
