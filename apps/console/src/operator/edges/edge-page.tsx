"use client";

import { NO_SITE, type OperatorEdge } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useOperatorRefusal } from "../use-refusal.ts";

const dialogs = () => import("./edge-dialogs.tsx");
const AddEdge = onDemand(async () => (await dialogs()).AddEdge);
const RenewEdgeToken = onDemand(async () => (await dialogs()).RenewEdgeToken);
const ChangeLine = onDemand(async () => (await dialogs()).ChangeLine);
const RemoveEdge = onDemand(async () => (await dialogs()).RemoveEdge);

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
  edge("certificates", "Certificates", ({ certificates, certificates_ending: ending }) => (
    <span className="tabular-nums">
      {certificates}
      {ending > 0 && <span className="text-bad">, {ending} within 14 days of their end</span>}
    </span>
  )),
  edge("line", "Line", ({ line_gbits }) => <span className="whitespace-nowrap tabular-nums">{line_gbits} Gbit/s</span>),
  edge("seen", "Last report", ({ seen_at }) =>
    seen_at === null ? <span className="text-ink-subtle">none</span> : <DateTime iso={seen_at} />,
  ),
  edge("actions", hiddenTitle("Actions"), (one) => <EdgeMenu edge={one} />),
];

function EdgeMenu({ edge: one }: { edge: OperatorEdge }) {
  const refusal = useOperatorRefusal();
  return (
    <RowMenu
      name={one.name}
      actions={[
        { label: "New token", refusal, dialog: (state) => <RenewEdgeToken edge={one} {...state} /> },
        { label: "Line rate", refusal, dialog: (state) => <ChangeLine edge={one} {...state} /> },
        { label: "Remove", refusal, remove: true, dialog: (state) => <RemoveEdge edge={one} {...state} /> },
      ]}
    />
  );
}

/** The edges as they last reported. */
export function EdgePage() {
  const refusal = useOperatorRefusal();
  const query = useQuery({
    ...useTRPC().operatorEdge.list.queryOptions(),
    refetchInterval: () => refreshEvery(false),
  });
  return (
    <>
      <PageHeader title="Edges" lead="The hosts that answer visitors, as their agents last reported.">
        <ButtonLink href={`/operator/sites/${NO_SITE}/unknown`}>Unknown distributions</ButtonLink>
        <DialogButton look="primary" refusal={refusal} dialog={(state) => <AddEdge {...state} />}>
          <Plus className="size-4" aria-hidden />
          Add edge
        </DialogButton>
      </PageHeader>
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {(edges) =>
          edges.length === 0 ? (
            <p className="text-ink-muted">There is no edge, so the providers of the sites serve load balancers.</p>
          ) : (
            <DataTable label="Edges" columns={edgeColumns} rows={edges} keyOf={({ edge_id }) => edge_id} />
          )
        }
      </Loaded>
    </>
  );
}
