"use client";

import type { DnsZone } from "@fulmar/contract";
import { Signpost } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { ZoneBadge } from "./zone-badge.tsx";
import { zoneList } from "./zone-queries.ts";

const ZONES: ListedKind = {
  one: "DNS zone",
  many: "DNS zones",
  icon: Signpost,
  purpose: "A zone has the records of a domain of yours. Our name servers answer for it.",
  next: { page: "dns-zones/new", words: "Create a DNS zone" },
  hint: "Search for another part of the name, or choose another status.",
};

const column = columnsOf<DnsZone>();

const columns = [
  column("name", "Domain", ({ zone_id, name, deletion_protection }) => (
    <NameCell page="dns-zones" id={zone_id} name={name} isProtected={deletion_protection} />
  )),
  column("status", "Status", (zone) => <ZoneBadge zone={zone} />),
  column("records", "Record sets", (zone) => <span className="tabular-nums">{zone.record_set_count}</span>),
  column("problem", "Last check", ({ problem }) => (
    <span className="block min-w-48 max-w-96 py-2 text-ink-muted">{problem ?? ""}</span>
  )),
  column("created", "Created", (zone) => <DateTime iso={zone.created_at} />),
];

export function ZoneListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={zoneList}
      path={path}
      title="DNS zones"
      lead="Domains of yours, with their records."
      kind={ZONES}
      filters={{ status: ["Status"] }}
      newLabel="New DNS zone"
      scope="dns.write"
      columns={columns}
      keyOf={({ zone_id }) => zone_id}
    />
  );
}
