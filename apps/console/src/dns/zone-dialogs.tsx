"use client";

import type { DnsRecordSet, DnsRecordType, DnsZone } from "@fulmar/contract";
import { DNS_LIMITS, DNS_RECORD_TYPES } from "@fulmar/contract/dns";
import { chosen, defineForm, number, rawText, text, texts, useForm } from "@/client/form.ts";
import { planOf } from "@/client/plan-question.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

const updateZone = defineForm(async () => (await import("@fulmar/contract/dns")).UpdateDnsZone, {
  description: text(),
});

export function DescribeZone({ zone, open, onClose }: { zone: DnsZone } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { zone_id, name, description } = zone;
  const form = useForm(updateZone, { description });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title={`Edit ${name}`}
      lead="What the domain is used for. Only members of the workspace see it."
      action="Save description"
      form={form}
      change={trpc.dnsZone.update}
      inputOf={(body) => ({ workspace_id: workspaceId, zone_id, ...body })}
      onDone={() => changed(`Saved ${name}`)}
    >
      <TextField label="Description" autoFocus autoComplete="off" {...form.field("description")} />
    </ChangeDialog>
  );
}

const setRecords = defineForm(async () => (await import("@fulmar/contract/dns")).SetDnsRecordSet, {
  name: text(),
  type: chosen<DnsRecordType>("A"),
  ttl: number(String(DNS_LIMITS.usualTtl)),
  values: texts("\n"),
});

/** Values of each type, as in a master file. */
const VALUE_HINTS: Readonly<Record<DnsRecordType, string>> = {
  A: "One IPv4 address per line, such as 203.0.113.7",
  AAAA: "One IPv6 address per line, such as 2001:db8::7",
  ALIAS: "The name whose addresses are answered, such as shop.example.net",
  CAA: 'Who may issue certificates, such as 0 issue "letsencrypt.org", one per line',
  CNAME: "The name that this one stands for, such as shop.example.net",
  MX: "A preference and a mail server, such as 10 mail.example.net, one per line",
  NS: "One name server per line, for a name that others serve",
  PTR: "The name of an address, such as web-1.example.net",
  SRV: "Priority, weight, port and a host, such as 10 5 5060 sip.example.net, one per line",
  TXT: "One text per line, without quotes",
};

/** Creates a record set, or replaces one. */
export function RecordSetDialog({
  zone,
  present,
  open,
  onClose,
}: { zone: DnsZone; present?: DnsRecordSet } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(
    setRecords,
    present && { name: present.name, type: present.type, ttl: String(present.ttl), values: present.values.join("\n") },
  );
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      wide
      title={present === undefined ? "New record set" : `Edit ${present.type} of ${present.name}`}
      lead="All records of a name and a type change at once. A set that is there already is replaced."
      action="Save record set"
      form={form}
      change={trpc.dnsRecordSet.set}
      inputOf={(body) => ({ workspace_id: workspaceId, zone_id: zone.zone_id, ...body })}
      onDone={({ name, type }) => changed(`Saved ${type} of ${name}`)}
    >
      <TextField
        label="Name"
        autoFocus={present === undefined}
        readOnly={present !== undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="www"
        hint={`Before .${zone.name}, or @ for the domain itself`}
        {...form.field("name")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Type" {...form.field("type")}>
          {DNS_RECORD_TYPES.filter((type) => present === undefined || type === present.type).map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </SelectField>
        <TextField label="Time to live in seconds" inputMode="numeric" autoComplete="off" {...form.field("ttl")} />
      </div>
      <TextArea
        label="Values"
        autoFocus={present !== undefined}
        rows={4}
        spellCheck={false}
        hint={VALUE_HINTS[form.watch("type")]}
        {...form.field("values")}
      />
    </ChangeDialog>
  );
}

const importZone = defineForm(async () => (await import("@fulmar/contract/dns")).ImportDnsZone, {
  zone_file: rawText(),
  replace: chosen(false),
});

/** Imports a master file, chosen or pasted. */
export function ImportZone({ zone, open, onClose }: { zone: DnsZone } & DialogState) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const form = useForm(importZone);
  const input = { workspace_id: workspaceId, zone_id: zone.zone_id };
  const body = importZone.body(form.watch());
  const loses = body.replace && body.zone_file.trim() !== "";
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    form.setValue("zone_file", await file.text());
    form.clearErrors("zone_file");
  };
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      wide
      title={`Import records of ${zone.name}`}
      lead="All of the file is imported, or nothing. SOA and NS records of the domain itself are left out."
      action="Import records"
      form={form}
      plan={loses ? planOf(trpc.changePlan.dnsZone.import, { ...input, ...body }) : null}
      change={trpc.dnsZone.import}
      inputOf={(sent) => ({ ...input, ...sent })}
      onDone={({ created_count, changed_count, deleted_count }) =>
        changed("Imported the file", `${created_count} new, ${changed_count} changed, ${deleted_count} deleted.`)
      }
    >
      <TextField
        label="File"
        type="file"
        className="py-1.5"
        hint="A zone file as other DNS providers export it, or paste it below"
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      <TextArea label="Zone file" rows={10} spellCheck={false} {...form.field("zone_file")} />
      <CheckOption
        label="Delete record sets that the file does not have"
        hint="Without this, they stay."
        {...form.register("replace")}
      />
    </ChangeDialog>
  );
}
