"use client";

import type { DnsRecordSet, DnsRecordType, DnsZone } from "@fulmar/contract";
import { DNS_LIMITS, DNS_RECORD_TYPES } from "@fulmar/contract/dns";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { chosen, defineForm, number, showing, text, texts, useForm } from "@/client/form.ts";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { VmSelect } from "@/vms/listed-vms.tsx";
import { followedBy } from "./zone-queries.ts";

/** What a record set is answered with. */
const ANSWERS = {
  values: "Addresses",
  vm_id: "A VM",
  load_balancer_id: "A load balancer",
  reserved_ip_id: "A reserved IP",
} as const;
type Answer = keyof typeof ANSWERS;
const FOLLOWED = ["vm_id", "load_balancer_id", "reserved_ip_id"] as const;

const mayFollow = (type: DnsRecordType) => type === "A" || type === "AAAA";

const setRecords = defineForm(
  async () => (await import("@fulmar/contract/dns")).SetDnsRecordSet,
  {
    name: text(),
    type: chosen<DnsRecordType>("A"),
    ttl: number(String(DNS_LIMITS.usualTtl)),
    answer: chosen<Answer>("values"),
    values: texts("\n"),
    followed: showing(FOLLOWED, text()),
  },
  ({ answer, values, followed, ...set }) =>
    answer === "values" || !mayFollow(set.type) ? { ...set, values } : { ...set, [answer]: followed },
);

/** The form's values for a record set that is there. */
function formOf(set: DnsRecordSet) {
  const { name, type, ttl, values } = set;
  const answer: Answer = FOLLOWED.find((one) => set[one] !== null) ?? "values";
  return { name, type, ttl: String(ttl), answer, values: values.join("\n"), followed: followedBy(set) ?? "" };
}

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
  const form = useForm(setRecords, present && formOf(present));
  const [type, answer] = form.watch(["type", "answer"]);
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
      {mayFollow(type) && (
        <SelectField
          label="Answer with"
          hint="A set that follows a resource has its public addresses, and is deleted with it."
          {...form.field("answer")}
          onChange={(event) => {
            form.setValue("followed", "");
            form.clearErrors();
            return form.register("answer").onChange(event);
          }}
        >
          {(["values", ...FOLLOWED] as const).map((one) => (
            <option key={one} value={one}>
              {ANSWERS[one]}
            </option>
          ))}
        </SelectField>
      )}
      {answer === "values" || !mayFollow(type) ? (
        <TextArea
          label="Values"
          autoFocus={present !== undefined}
          rows={4}
          spellCheck={false}
          hint={VALUE_HINTS[type]}
          {...form.field("values")}
        />
      ) : (
        <FollowedSelect answer={answer} {...form.field("followed")} value={form.watch("followed")} />
      )}
    </ChangeDialog>
  );
}

type SelectProps = Omit<ComponentProps<typeof SelectField>, "label" | "children">;

/** Chooses the resource that a record set follows. */
function FollowedSelect({ answer, ...field }: { answer: Exclude<Answer, "values"> } & SelectProps) {
  if (answer === "vm_id") return <VmSelect label="VM" {...field} />;
  if (answer === "load_balancer_id") return <BalancerSelect {...field} />;
  return <ReservedIpSelect {...field} />;
}

function BalancerSelect(field: SelectProps) {
  const { workspaceId } = useWorkspace();
  const balancers = useQuery(useTRPC().loadBalancer.list.queryOptions(wholeInput(workspaceId)));
  return (
    <SelectField label="Load balancer" {...field}>
      <option value="">Choose a load balancer</option>
      {balancers.data?.items.map(({ load_balancer_id, name }) => (
        <option key={load_balancer_id} value={load_balancer_id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function ReservedIpSelect(field: SelectProps) {
  const { workspaceId } = useWorkspace();
  const addresses = useQuery(useTRPC().reservedIp.list.queryOptions(wholeInput(workspaceId)));
  return (
    <SelectField label="Reserved IP" {...field}>
      <option value="">Choose a reserved IP</option>
      {addresses.data?.items.map(({ public_ip_id, address, label }) => (
        <option key={public_ip_id} value={public_ip_id}>
          {label === "" ? address : `${address} (${label})`}
        </option>
      ))}
    </SelectField>
  );
}
