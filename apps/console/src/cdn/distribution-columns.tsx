"use client";

import type { CdnDistribution } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { DistributionBadge } from "./distribution-badge.tsx";

const column = columnsOf<CdnDistribution & { readonly workspaceId: string }>();

export const distributionColumns = column.columns([
  column.display({
    id: "name",
    header: "Name",
    cell: ({ row: { original: distribution } }) => (
      <div className="min-w-40 py-2">
        <PromptLink
          href={`/workspaces/${distribution.workspaceId}/cdn/${distribution.id}`}
          className="rounded font-medium [overflow-wrap:anywhere] hover:underline hover:underline-offset-2"
        >
          {distribution.name}
        </PromptLink>
        <div className="leading-4">
          <Copyable text={distribution.id} label="id" />
        </div>
      </div>
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: distribution } }) => <DistributionBadge status={distribution.status} />,
  }),
  column.display({
    id: "origin",
    header: "Origin",
    cell: ({ row: { original: distribution } }) => (
      <span className="block min-w-32">
        <span className="[overflow-wrap:anywhere]">{distribution.origin_id}</span>
        <span className="block text-ink-subtle text-xs">
          {distribution.origin_type === "bucket" ? "bucket" : "custom origin"}
        </span>
      </span>
    ),
  }),
  column.display({
    id: "domains",
    header: "Domains",
    cell: ({ row: { original: distribution } }) => (
      <span className="block min-w-40">
        <Copyable text={distribution.default_domain} label="domain" />
        {distribution.custom_domains.length > 0 && (
          <span className="block text-ink-subtle text-xs">{distribution.custom_domains.join(", ")}</span>
        )}
      </span>
    ),
  }),
  column.display({
    id: "created",
    header: "Created",
    cell: ({ row: { original: distribution } }) => <DateTime iso={distribution.created_at} />,
  }),
]);

/** What the list lets its reader hide. */
export const DISTRIBUTION_COLUMN_TITLES = [
  ["status", "Status"],
  ["origin", "Origin"],
  ["domains", "Domains"],
  ["created", "Created"],
] as const;
