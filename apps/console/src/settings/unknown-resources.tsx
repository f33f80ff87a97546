"use client";

import type { SiteHealth, UnknownResource } from "@fulmar/contract";
import { Check, Copy } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/button.tsx";
import { CopyBlock } from "@/components/copy-block.tsx";
import { Copyable, useCopy } from "@/components/copyable.tsx";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { DocsLink } from "@/docs/docs-link.tsx";
import { KIND_NAME, siteCommand } from "./site-labels.ts";

const column = columnsOf<UnknownResource>();

/** The unknown resources of a site, with the commands that adopt or discard each. */
export function UnknownResources({ site }: { site: SiteHealth }) {
  const columns = useMemo(() => columnsAt(site.site_id), [site.site_id]);
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
          <>
            <p className="text-ink-muted">
              Not shown here: {(count - unknown.length).toLocaleString("en-US")}. At most a hundred per site are shown,
              and none that may belong to another organization.
            </p>
            <CopyBlock label="For the operator" text={siteCommand("unknown", site.site_id)} />
          </>
        )}
      </div>
    </Section>
  );
}

function columnsAt(siteId: string) {
  return [
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
    column("commands", "Copy the command", (original) => (
      <div className="flex gap-1">
        <CopyCommand
          verb="adopt"
          siteId={siteId}
          resource={original}
          refusal={
            original.adoptable
              ? null
              : "Its labels are not enough to recreate its records: it can be kept as it is, or discarded."
          }
        />
        <CopyCommand verb="discard" siteId={siteId} resource={original} />
      </div>
    )),
  ];
}

function NotKnown() {
  return <span className="text-ink-subtle">not known</span>;
}

function CopyCommand({
  verb,
  siteId,
  resource: { id, name },
  refusal = null,
}: {
  verb: "adopt" | "discard";
  siteId: string;
  resource: UnknownResource;
  refusal?: string | null;
}) {
  const { copied, copy } = useCopy();
  const command = siteCommand(verb, siteId, id);
  return (
    <Button
      look="quiet"
      aria-label={`Copy the command to ${verb} ${name ?? id}`}
      title={command}
      refusal={refusal}
      onClick={() => copy(command)}
    >
      {copied ? <Check className="size-3.5 text-good" aria-hidden /> : <Copy className="size-3.5" aria-hidden />}
      {verb}
      <span aria-live="polite" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </Button>
  );
}
