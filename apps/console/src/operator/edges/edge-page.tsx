"use client";

import type { OperatorEdge, OperatorWebhook } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { failedWebhookList, NOWHERE } from "../operator-queries.ts";

const WEBHOOKS: ListedKind = {
  one: "webhook",
  many: "webhooks",
  icon: Webhook,
  purpose: "A webhook whose receiver is gone or has failed for too long is switched off, and appears here.",
};

const TONES = { waiting: "quiet", connected: "good", away: "bad" } as const;

const edge = columnsOf<OperatorEdge>();
const edgeColumns = [
  edge("name", "Name", ({ name, site_id, serves_cdn }) => (
    <div className="min-w-40 py-2">
      <div className="font-medium">{name}</div>
      <div className="text-ink-muted text-xs leading-4">{serves_cdn ? `${site_id}, CDN` : site_id}</div>
    </div>
  )),
  edge("state", "State", ({ state }) => <StatusBadge tone={TONES[state]}>{state}</StatusBadge>),
  edge("host", "Host", ({ hostname }) => hostname ?? <span className="text-ink-subtle">none</span>),
  edge("behind", "Not applied yet", ({ behind }) => <span className="tabular-nums">{behind}</span>),
  edge("failures", "Cannot apply", ({ failures }) => <span className="tabular-nums">{failures}</span>),
  edge("line", "Line", ({ line_gbits }) => <span className="whitespace-nowrap tabular-nums">{line_gbits} Gbit/s</span>),
  edge("seen", "Last report", ({ seen_at }) =>
    seen_at === null ? <span className="text-ink-subtle">none</span> : <DateTime iso={seen_at} />,
  ),
];

const webhook = columnsOf<OperatorWebhook>();
const webhookColumns = [
  webhook("name", "Name", ({ name, host }) => (
    <div className="min-w-40 py-2 [overflow-wrap:anywhere]">
      <div className="font-medium">{name}</div>
      <div className="text-ink-muted text-xs leading-4">{host}</div>
    </div>
  )),
  webhook("of", "Organization", ({ organization_name, workspace_name }) => `${organization_name} / ${workspace_name}`),
  webhook("reason", "Reason", ({ disabled_reason }) => <StatusBadge tone="bad">{disabled_reason}</StatusBadge>),
  webhook("last", "Last answer", ({ last_status, last_error }) => last_error ?? last_status ?? "none kept"),
  webhook("since", "Switched off", ({ disabled_at }) => disabled_at !== null && <DateTime iso={disabled_at} />),
];

/** The edges as they last reported, and the webhooks that were switched off. */
export function EdgePage() {
  const query = useQuery({
    ...useTRPC().operatorEdge.list.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  return (
    <>
      <PageHeader title="Edges" lead="The hosts that answer visitors, as their agents last reported." />
      <div className="space-y-10">
        <Loaded query={query} skeleton={<BlockSkeleton />}>
          {(edges) =>
            edges.length === 0 ? (
              <p className="text-ink-muted">There is no edge, so the providers of the sites serve load balancers.</p>
            ) : (
              <DataTable label="Edges" columns={edgeColumns} rows={edges} keyOf={({ edge_id }) => edge_id} />
            )
          }
        </Loaded>
        <Section title="Webhooks that fail" lead="Those of all organizations that were switched off, newest first.">
          <ListTable
            list={failedWebhookList}
            path={NOWHERE}
            kind={WEBHOOKS}
            label="Webhooks that fail"
            columns={webhookColumns}
            keyOf={({ webhook_id }) => webhook_id}
          />
        </Section>
      </div>
    </>
  );
}
