"use client";

import type { ReservedIp } from "@fulmar/contract";
import { EthernetPort } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { SiteName, useSiteChoices } from "@/components/sites.tsx";
import { useName } from "@/shell/use-names.tsx";
import { Attachment, ReservedIpState } from "./reserved-ip-cells.tsx";
import { reservedIpList } from "./reserved-ip-queries.ts";

const RESERVED_IPS: ListedKind = {
  one: "reserved IP",
  many: "reserved IPs",
  icon: EthernetPort,
  purpose:
    "A reserved IP is a public address that can move from one VM, NAT gateway or load balancer to another " +
    "without changing for the outside.",
  next: { page: "reserved-ips/new", words: "Reserve an address" },
  hint: "Search for another part of the label, or choose another status.",
};

const column = columnsOf<ReservedIp>();

const columns = [
  column("address", "Address", (ip) => (
    <NameCell page="reserved-ips" id={ip.public_ip_id} name={ip.address} mono isProtected={ip.deletion_protection} />
  )),
  column("label", "Label", (ip) =>
    ip.label === "" ? (
      <span className="text-ink-subtle">none</span>
    ) : (
      <span className="block min-w-24 max-w-48 py-2 [overflow-wrap:anywhere]">{ip.label}</span>
    ),
  ),
  column("status", "Status", (ip) => <ReservedIpState ip={ip} />),
  column("attached", "Attached to", (ip) => <AttachedTo ip={ip} />),
  column("reverse", "Reverse DNS", (ip) =>
    ip.reverse_dns === "" ? (
      <span className="text-ink-subtle">none</span>
    ) : (
      <span className="block min-w-32 max-w-48 py-2 [overflow-wrap:anywhere]">{ip.reverse_dns}</span>
    ),
  ),
  column("site", "Site", (ip) => <SiteName siteId={ip.site_id} />),
  column("created", "Reserved", (ip) => <DateTime iso={ip.created_at} />),
];

export function ReservedIpListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={reservedIpList}
      path={path}
      title="Reserved IPs"
      lead="Public addresses that stay yours while you attach them to different resources."
      kind={RESERVED_IPS}
      newLabel="Reserve an IP"
      scope="network.write"
      searchLabel="Search by label"
      filters={{
        status: ["Status", (status) => (status === "reserved" ? "not attached" : status)],
        site_id: ["Site", useSiteChoices()],
      }}
      columns={columns}
      columnsKeptAs="reserved-ips"
      keyOf={({ public_ip_id }) => public_ip_id}
    />
  );
}

function AttachedTo({ ip }: { ip: ReservedIp }) {
  return <Attachment type={ip.attached_resource_type} resource={useName(ip.attached_resource_id)} narrow />;
}
