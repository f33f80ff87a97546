"use client";

import type { SiteHealth, UnknownResource } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { DocsLink } from "@/docs/docs-link.tsx";
import { OperatorsPage } from "./operators-page.tsx";
import { KIND_NAME } from "./site-labels.ts";

const column = columnsOf<UnknownResource>();

/** The unknown resources of a site, and who decides about them. */
export function UnknownResources({ site }: { site: SiteHealth }) {
  const { unknown, unknown_count: count } = site;
  return (
    <Section
      title={`Unknown resources at ${site.name}`}
      lead={
        <>
          {`Not in the database, as after the restore of an older backup: ${count.toLocaleString("en-US")}. ` +
            "Unknown resources are kept as they are, and not charged, until an operator adopts or discards " +
            `them.${site.fence === null ? "" : " The site has to be resumed first."} `}
          <DocsLink to="adoption">About adoption</DocsLink>
        </>
      }
    >
      <div className="space-y-4">
        {unknown.length > 0 && (
          <DataTable
            label={`List of unknown resources at ${site.name}`}
            columns={columns}
            rows={unknown}
            keyOf={({ kind, id }) => `${kind} ${id}`}
          />
        )}
        {unknown.length < count && (
          <p className="text-ink-muted">
            Not shown here: {(count - unknown.length).toLocaleString("en-US")}. At most a hundred per site are shown,
            and none that may belong to another organization.
          </p>
        )}
        <OperatorsPage site={site} path="/unknown" task="adopts or discards them" />
      </div>
    </Section>
  );
}

const columns = [
  column("kind", "Kind", (original) => <span className="whitespace-nowrap">{KIND_NAME[original.kind]}</span>),
  column("name", "Name", (original) => (
    <div className="min-w-40 py-2">
      {original.name !== null && <div className="font-medium [overflow-wrap:anywhere]">{original.name}</div>}
      <Copyable text={original.id} label="id" />
    </div>
  )),
  column("size", "Size", (original) => <span className="my-2 block min-w-24">{original.size ?? <NotKnown />}</span>),
  column("made", "Made", (original) =>
    original.made_at === null ? <NotKnown /> : <DateTime iso={original.made_at} />,
  ),
  column("seen", "First seen", (original) => <DateTime iso={original.first_seen_at} />),
];

function NotKnown() {
  return <span className="text-ink-subtle">not known</span>;
}
