"use client";

import { NO_SITE, type OperatorUnknownResource, type SiteDecisionState } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { HelpCircle } from "lucide-react";
import { useMemo } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { KIND_NAME } from "@/settings/site-labels.ts";
import { type OneSite, unknownResourceList } from "../operator-queries.ts";
import { useOperatorRefusal } from "../use-refusal.ts";
import { DecisionState, SiteDecisions } from "./site-decisions.tsx";
import { SiteStrangers } from "./site-strangers.tsx";

const dialogs = () => import("./unknown-dialogs.tsx");
const AdoptUnknown = onDemand(async () => (await dialogs()).AdoptUnknown);
const DiscardUnknown = onDemand(async () => (await dialogs()).DiscardUnknown);

const UNKNOWN: ListedKind = {
  one: "unknown resource",
  many: "unknown resources",
  icon: HelpCircle,
  purpose: "What the site has and the database does not know appears here, as after the restore of an older backup.",
  hint: "No unknown resource is of this kind, or was decided so.",
};

const DECISIONS: Readonly<Record<SiteDecisionState | "none", string>> = {
  none: "Nothing decided",
  waiting: "Waiting",
  done: "Done",
  failed: "Failed",
};

const column = columnsOf<OperatorUnknownResource>();

function columnsWith(refusal: string | null) {
  return [
    column("name", "Name", ({ name, resource_id }) => (
      <div className="min-w-40 py-2">
        {name !== null && <div className="font-medium [overflow-wrap:anywhere]">{name}</div>}
        <Copyable text={resource_id} label="id" />
      </div>
    )),
    column("kind", "Kind", ({ kind }) => <span className="whitespace-nowrap">{KIND_NAME[kind]}</span>),
    column("size", "Size", ({ size }) => (
      <span className="my-2 block min-w-28">{size ?? <span className="text-ink-subtle">not known</span>}</span>
    )),
    column("seen", "First seen", ({ first_seen_at }) => <DateTime iso={first_seen_at} />),
    column("owner", "Organization", (unknown) => <Owner unknown={unknown} />),
    column("needs", "To adopt it", (unknown) => <span className="block min-w-32 py-2">{needsOf(unknown)}</span>),
    column("decision", "Decision", ({ decision }) =>
      decision === null ? <span className="text-ink-subtle">none</span> : <DecisionState decision={decision} />,
    ),
    column("actions", "Actions", (unknown) => <Actions unknown={unknown} refusal={refusal} />),
  ];
}

function Owner({
  unknown: { organization_id, organization_name, workspace_name },
}: {
  unknown: OperatorUnknownResource;
}) {
  if (organization_id === null) return <span className="text-ink-subtle">not known</span>;
  return (
    <div className="min-w-32 py-2">
      <PromptLink href={`/operator/organizations/${organization_id}`} className="rounded hover:underline">
        {organization_name}
      </PromptLink>
      <div className="text-ink-muted text-xs">{workspace_name}</div>
    </div>
  );
}

function needsOf({ adoptable, needs }: OperatorUnknownResource): string {
  if (!adoptable) return "cannot be adopted";
  return needs.length === 0 ? "needs nothing" : `needs a ${needs.join(" and a ")}`;
}

function Actions({ unknown, refusal }: { unknown: OperatorUnknownResource; refusal: string | null }) {
  const { name, resource_id, adoptable, decision } = unknown;
  const waits = decision?.state === "waiting" ? "A decision about it waits for a worker." : null;
  const unfit = adoptable ? null : "There is no record of it, so it cannot be adopted.";
  return (
    <RowMenu
      name={name ?? resource_id}
      actions={[
        {
          label: "Adopt",
          refusal: refusal ?? waits ?? unfit,
          dialog: (state) => <AdoptUnknown unknown={unknown} {...state} />,
        },
        {
          label: "Discard",
          refusal: refusal ?? waits,
          remove: true,
          dialog: (state) => <DiscardUnknown unknown={unknown} {...state} />,
        },
      ]}
    />
  );
}

/** What a site has and the database does not know. Operators adopt or discard it. */
export function UnknownResourcesPage({ siteId }: OneSite) {
  const isSite = siteId !== NO_SITE;
  const { data: site } = useQuery({
    ...useTRPC().operatorSite.get.queryOptions({ site_id: siteId }),
    enabled: isSite,
  });
  const role = useOperatorRefusal();
  const refusal = role ?? (site?.fenced == null ? null : "The site is fenced: resume it first.");
  const columns = useMemo(() => columnsWith(refusal), [refusal]);
  return (
    <>
      <PageHeader
        crumbs={
          isSite
            ? [
                { label: "Sites", href: "/operator/sites" },
                { label: site?.name ?? "Site", href: `/operator/sites/${siteId}` },
              ]
            : [{ label: "Edges", href: "/operator/edges" }]
        }
        title={isSite ? "Unknown resources" : "Unknown distributions"}
        lead={
          `What ${isSite ? "the site has" : "edges serve"} and the database does not know. It is kept as it ` +
          "is, and not charged, until somebody decides."
        }
      />
      <div className="space-y-10">
        <ListTable
          list={unknownResourceList}
          path={{ siteId }}
          kind={UNKNOWN}
          label="Unknown resources"
          toolbar="always"
          filters={{ kind: ["Kind", (kind) => KIND_NAME[kind]], decision: ["Decision", (state) => DECISIONS[state]] }}
          columns={columns}
          keyOf={({ kind, resource_id }) => `${kind} ${resource_id}`}
        />
        {isSite && <SiteStrangers siteId={siteId} refusal={refusal} />}
        <SiteDecisions siteId={siteId} />
      </div>
    </>
  );
}
