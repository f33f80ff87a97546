"use client";

import type { OperatorSiteDecision } from "@fulmar/contract";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { KIND_NAME } from "@/settings/site-labels.ts";
import { type OneSite, siteDecisionList } from "../operator-queries.ts";
import { useOperatorNames } from "../use-operator-names.ts";

const TONE: Readonly<Record<OperatorSiteDecision["state"], Tone>> = { waiting: "warn", done: "good", failed: "bad" };
const VERB: Readonly<Record<OperatorSiteDecision["action"], string>> = {
  adopt: "Adopt",
  discard: "Discard",
  resume: "Resume the site",
  add: "Add the site",
  renew: "Renew its certificates",
  check: "Check the site",
  remove: "Remove the site",
  import: "Import",
  add_host: "Add a host",
  remove_host: "Remove a host",
};

const DECIDED_NAME = { ...KIND_NAME, machine: "machine" } as const;

const column = columnsOf<OperatorSiteDecision>();

function columnsWith(names: ReadonlyMap<string, string>) {
  return [
    column("decision", "Decision", ({ action, kind, name, resource_id }) => (
      <div className="min-w-40 py-2">
        <div className="font-medium">
          {VERB[action]}
          {kind !== null && ` ${DECIDED_NAME[kind]}`}
        </div>
        {(name ?? resource_id) !== null && <div className="[overflow-wrap:anywhere]">{name ?? resource_id}</div>}
      </div>
    )),
    column("state", "State", (decision) => <DecisionState decision={decision} />),
    column("reason", "Reason", ({ reason }) => <span className="block min-w-32 py-2">{reason}</span>),
    column("by", "Decided by", ({ decided_by }) => names.get(decided_by) ?? decided_by),
    column("at", "Decided", ({ decided_at }) => <DateTime iso={decided_at} />),
  ];
}

/** How a decision stands, with what came of it. */
export function DecisionState({ decision: { state, outcome, problem } }: { decision: OperatorSiteDecision }) {
  const said = outcome ?? problem;
  return (
    <div className="min-w-48 py-2">
      <StatusBadge tone={TONE[state]}>{state}</StatusBadge>
      {said !== null && <div className="mt-1 text-ink-muted text-xs [overflow-wrap:anywhere]">{said}</div>}
    </div>
  );
}

/** What operators decided about a site, and how it ended. */
export function SiteDecisions(path: OneSite) {
  const { query, pages } = useList(siteDecisionList, path);
  const names = useOperatorNames((query.data?.items.length ?? 0) > 0);
  return (
    <Section title="Decisions" lead="What operators decided about it, newest first. A worker carries it out.">
      <PagedRows query={query} pages={pages} empty={<p className="text-ink-muted">Nobody has decided anything yet.</p>}>
        {(items) => (
          <DataTable
            label="Decisions about the site"
            columns={columnsWith(names)}
            rows={items}
            keyOf={({ decision_id }) => decision_id}
          />
        )}
      </PagedRows>
    </Section>
  );
}
