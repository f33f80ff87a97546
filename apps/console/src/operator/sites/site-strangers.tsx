"use client";

import type { OperatorStranger } from "@fulmar/contract";
import { onDemand } from "@/client/on-demand.tsx";
import { useList } from "@/client/use-list.ts";
import { columnsOf, DataTable } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { RowMenu } from "@/components/row-menu.tsx";
import { gigabytes, memory } from "@/vms/plan.ts";
import { type OneSite, strangerList } from "../operator-queries.ts";
import { DecisionState } from "./site-decisions.tsx";

const AdoptMachine = onDemand(async () => (await import("./stranger-dialog.tsx")).AdoptMachine);

const column = columnsOf<OperatorStranger>();

function columnsWith(refusal: string | null) {
  return [
    column("name", "Name", ({ name, kind, power, machines, hosts }) => (
      <div className="min-w-40 py-2">
        <div className="font-medium [overflow-wrap:anywhere]">{name}</div>
        <div className="text-ink-muted text-xs">
          {kind === "machine"
            ? [power, ...hosts].join(", ")
            : machines.length === 0
              ? "Volume"
              : `Volume of ${machines.join(", ")}`}
        </div>
      </div>
    )),
    column("size", "Size", (stranger) => <span className="block min-w-28 py-2">{sizeOf(stranger)}</span>),
    column("addresses", "Addresses", ({ addresses }) => addresses.join(", ")),
    column("adopt", "To adopt it", (stranger) => <span className="block min-w-40 py-2">{adoptableAs(stranger)}</span>),
    column("decision", "Decision", ({ decision }) =>
      decision === null ? <span className="text-ink-subtle">none</span> : <DecisionState decision={decision} />,
    ),
    column(
      "actions",
      "Actions",
      (stranger) => stranger.kind === "machine" && <Actions stranger={stranger} refusal={refusal} />,
    ),
  ];
}

function sizeOf({ cpu, ram_mb, disk_gb }: OperatorStranger): string {
  const parts = [
    ...(cpu === null ? [] : [cpu === 1 ? "1 CPU" : `${cpu} CPUs`]),
    ...(ram_mb === null ? [] : [memory(ram_mb)]),
    ...(disk_gb === null ? [] : [gigabytes(disk_gb)]),
  ];
  return parts.length === 0 ? "without limits" : parts.join(", ");
}

function adoptableAs({ kind, obstacles, machines }: OperatorStranger): string {
  if (obstacles.length > 0) return obstacles.join(" ");
  if (kind === "machine") return "needs a workspace";
  return machines.length === 0 ? "attach it to a machine first" : "is adopted with its machine";
}

function Actions({ stranger, refusal }: { stranger: OperatorStranger; refusal: string | null }) {
  const waits = stranger.decision?.state === "waiting" ? "A decision about it waits for a worker." : null;
  const unfit = stranger.obstacles.length > 0 ? "It cannot be adopted as it is." : null;
  return (
    <RowMenu
      name={stranger.name}
      actions={[
        {
          label: "Adopt",
          refusal: refusal ?? waits ?? unfit,
          dialog: (state) => <AdoptMachine stranger={stranger} {...state} />,
        },
      ]}
    />
  );
}

/** The machines and volumes of a site that are not Fulmar's. */
export function SiteStrangers({ siteId, refusal }: OneSite & { readonly refusal: string | null }) {
  const { query, pages } = useList(strangerList, { siteId });
  return (
    <Section
      title="Not Fulmar's"
      lead={
        "Machines and volumes that somebody made at the site by hand. Fulmar never changes or deletes them; a " +
        "machine that is adopted runs on as a VM."
      }
    >
      <PagedRows query={query} pages={pages} empty={<p className="text-ink-muted">The site has none.</p>}>
        {(items) => (
          <DataTable
            label="Machines that are not Fulmar's"
            columns={columnsWith(refusal)}
            rows={items}
            keyOf={({ kind, name }) => `${kind} ${name}`}
          />
        )}
      </PagedRows>
    </Section>
  );
}
