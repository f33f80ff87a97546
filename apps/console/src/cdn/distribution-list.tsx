"use client";

import type { CdnDistribution } from "@fulmar/contract";
import { Globe, KeyRound } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { ButtonLink } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { DistributionBadge } from "./distribution-labels.tsx";
import { distributionList } from "./distribution-queries.ts";

const DISTRIBUTIONS: ListedKind = {
  one: "distribution",
  many: "distributions",
  icon: Globe,
  purpose:
    "A distribution serves a bucket or your own origin under a domain, with a certificate, and caches what is " +
    "requested often.",
  next: { page: "cdn/new", words: "Create a distribution" },
  hint: "Search for another part of the name, or choose another status.",
};

const column = columnsOf<CdnDistribution>();

const columns = [
  column("name", "Name", ({ id, name }) => <NameCell page="cdn" id={id} name={name} />),
  column("status", "Status", (distribution) => <DistributionBadge status={distribution.status} />),
  column("origin", "Origin", (distribution) => (
    <span className="block min-w-32">
      <span className="[overflow-wrap:anywhere]">{distribution.origin_id}</span>
      <span className="block text-ink-subtle text-xs">
        {distribution.origin_type === "bucket" ? "bucket" : "custom origin"}
      </span>
    </span>
  )),
  column("domains", "Domains", (distribution) => (
    <span className="block min-w-40">
      <Copyable text={distribution.default_domain} label="domain" />
      {distribution.custom_domains.length > 0 && (
        <span className="block text-ink-subtle text-xs">{distribution.custom_domains.join(", ")}</span>
      )}
    </span>
  )),
  column("created", "Created", (distribution) => <DateTime iso={distribution.created_at} />),
];

export function DistributionListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={distributionList}
      path={path}
      title="CDN"
      lead="Buckets and your own origins, served close to visitors."
      kind={DISTRIBUTIONS}
      label="Distributions"
      newLabel="New distribution"
      scope="cdn.write"
      links={
        <ButtonLink href={`/workspaces/${path.workspaceId}/cdn/signing-keys`}>
          <KeyRound className="size-4" aria-hidden />
          Signing keys
        </ButtonLink>
      }
      filters={{ status: ["Status"] }}
      columns={columns}
      columnsKeptAs="cdn"
      keyOf={({ id }) => id}
    />
  );
}
