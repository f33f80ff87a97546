"use client";

import type { DnsRecordSet } from "@fulmar/contract";
import { DNS_LIMITS } from "@fulmar/contract/dns";
import { useMutation } from "@tanstack/react-query";
import { Download, ListTree, Plus, Upload } from "lucide-react";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { saveFile } from "@/client/save-file.ts";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { LimitCount, limitRefusal } from "@/components/limit.tsx";
import { ListTable } from "@/components/list-page.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { notify } from "@/components/toast-store.ts";
import { ResourceName } from "@/shell/resource-name.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useName } from "@/shell/use-names.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useZone } from "./zone-frame.tsx";
import { followedBy, recordSetList, type ZonePath, zoneInput } from "./zone-queries.ts";

const RecordSetDialog = onDemand(async () => (await import("./record-set-dialog.tsx")).RecordSetDialog);
const ImportZone = onDemand(async () => (await import("./zone-dialogs.tsx")).ImportZone);

const RECORD_SETS: ListedKind = {
  one: "record set",
  many: "record sets",
  icon: ListTree,
  purpose: "Records say where visitors, mail and programs find what. Add them one by one, or import a zone file.",
  hint: "Search for another part of the name, or choose another type.",
};

const column = columnsOf<DnsRecordSet>();

const columns = [
  column("name", "Name", ({ name }) => (
    <span className="block min-w-24 py-2 font-mono text-[13px] [overflow-wrap:anywhere]">{name}</span>
  )),
  column("type", "Type", ({ type }) => type),
  column("ttl", "Time to live", ({ ttl }) => <span className="tabular-nums">{ttl} s</span>),
  column("answered_values", "Values", (set) => (
    <div className="min-w-56 max-w-xl py-2">
      <ul className="font-mono text-[13px] [overflow-wrap:anywhere]">
        {set.answered_values.map((value) => (
          <li key={value}>{value}</li>
        ))}
      </ul>
      <Followed set={set} />
    </div>
  )),
  column("actions", hiddenTitle("Actions"), (set) => <RecordSetActions set={set} />),
];

/** The resource that a record set follows, if any. */
function Followed({ set }: { set: DnsRecordSet }) {
  const followed = useName(followedBy(set));
  if (followed === null) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-1 text-xs">
      {set.answered_values.length === 0 && <span>Not answered, for want of a public address.</span>}
      <span className="text-ink-muted">Follows</span>
      <ResourceName {...followed} narrow />
    </div>
  );
}

/** The record sets of a zone, their editor, and the ways in and out. */
export function ZoneRecords(path: ZonePath) {
  const { roleRefusal } = useWorkspace();
  const zone = useZone();
  const refusal = roleRefusal("dns.write");
  const limit = { used: zone.record_set_count, most: DNS_LIMITS.recordSets, many: "record sets" };
  return (
    <Section
      title="Record sets"
      actions={
        <>
          <LimitCount {...limit} />
          <ExportZone />
          <DialogButton refusal={refusal} dialog={(state) => <ImportZone zone={zone} {...state} />}>
            <Upload className="size-4" aria-hidden />
            Import
          </DialogButton>
          <DialogButton
            look="primary"
            command="New record set"
            refusal={refusal ?? limitRefusal(limit)}
            dialog={(state) => <RecordSetDialog zone={zone} {...state} />}
          >
            <Plus className="size-4" aria-hidden />
            New record set
          </DialogButton>
        </>
      }
    >
      <ListTable
        list={recordSetList}
        path={path}
        kind={RECORD_SETS}
        label={`Records of ${zone.name}`}
        filters={{ type: ["Type"] }}
        columns={columns}
        keyOf={({ record_set_id }) => record_set_id}
      />
    </Section>
  );
}

/** Saves the zone as a file. */
function ExportZone() {
  const { workspaceId } = useWorkspace();
  const client = useTRPCClient();
  const { zone_id } = useZone();
  const download = useMutation({
    mutationFn: () => client.dnsZone.export.query(zoneInput(workspaceId, zone_id)),
    onSuccess: ({ name, zone_file }) => saveFile(`${name}.zone`, zone_file, "text/dns"),
    onError: (error) => notify.failed("The zone was not exported", problemOf(error).detail),
  });
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      <Download className="size-4" aria-hidden />
      Export
    </Button>
  );
}

function RecordSetActions({ set }: { set: DnsRecordSet }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const zone = useZone();
  const refusal = roleRefusal("dns.write");
  const name = `${set.type} of ${set.name}`;
  return (
    <DeleteAction
      deletion={trpc.dnsRecordSet.delete}
      input={{ ...zoneInput(workspaceId, zone.zone_id), record_set_id: set.record_set_id }}
      plan={trpc.changePlan.dnsRecordSet.delete}
      onDeleted={() => changed(`Deleted ${name}`)}
      what="record set"
      name={name}
      lead="The name servers no longer answer with these records."
      refusal={refusal}
      row={name}
      others={[{ label: "Edit", refusal, dialog: (state) => <RecordSetDialog zone={zone} present={set} {...state} /> }]}
    />
  );
}
