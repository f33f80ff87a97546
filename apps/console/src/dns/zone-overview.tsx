"use client";

import type { DnsZone } from "@fulmar/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { ProtectionSection } from "@/components/protection-switch.tsx";
import { notify } from "@/components/toast-store.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useZone } from "./zone-frame.tsx";
import { zoneInput } from "./zone-queries.ts";

const DescribeZone = onDemand(async () => (await import("./zone-dialogs.tsx")).DescribeZone);

export function ZoneOverview() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const client = useTRPCClient();
  const zone = useZone();
  const { zone_id, name } = zone;
  const refusal = roleRefusal("dns.write");
  return (
    <div className="space-y-8">
      <Delegation zone={zone} />
      <Dnssec zone={zone} refusal={refusal} />
      <Facts
        label="DNS zone"
        facts={[
          ["Id", <Copyable key="id" text={zone_id} label="id" />],
          ["Record sets", String(zone.record_set_count)],
          [
            "Name servers have all changes",
            zone.applied_at === null ? null : <DateTime key="at" iso={zone.applied_at} />,
          ],
          ["Problem of the name servers", zone.error_message],
          ["Created", <DateTime key="created" iso={zone.created_at} />],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <DialogButton refusal={refusal} dialog={(state) => <DescribeZone zone={zone} {...state} />}>
          Edit description
        </DialogButton>
        <DeleteZone zone={zone} refusal={refusal} />
      </div>
      <ProtectionSection
        what="DNS zone"
        name={name}
        isProtected={zone.deletion_protection}
        refusal={refusal}
        onChange={(deletion_protection) =>
          client.dnsZone.update.mutate({ ...zoneInput(workspaceId, zone_id), deletion_protection })
        }
      />
    </div>
  );
}

/** What the registry names, what remains to be done, and the check. */
function Delegation({ zone }: { zone: DnsZone }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { name, name_servers, proof_record, instructions, problem, checked_at, next_check_at } = zone;
  const verify = useMutation(
    trpc.dnsZone.verify.mutationOptions({
      onSuccess: async () => {
        notify.begun(`Checking ${name}`, "The result is shown here within seconds.");
        await queryClient.invalidateQueries(trpc.dnsZone.pathFilter());
      },
      onError: (error) => notify.failed(`${name} is not checked`, problemOf(error).detail),
    }),
  );
  return (
    <Section
      title="Delegation"
      lead="Your registrar decides which name servers answer for the domain."
      actions={
        <Button
          busy={verify.isPending}
          refusal={roleRefusal("dns.write")}
          onClick={() => verify.mutate(zoneInput(workspaceId, zone.zone_id))}
        >
          <RefreshCw className="size-4" aria-hidden />
          Check now
        </Button>
      }
    >
      <div className="space-y-4 rounded-lg border border-line bg-surface p-5 shadow-card">
        {problem !== null && <p className="rounded-md border border-warn/30 bg-warn-soft px-3.5 py-2.5">{problem}</p>}
        {instructions === null ? (
          <p>Your registrar has what it needs. Nothing remains to be done.</p>
        ) : (
          <ol className="list-decimal space-y-1 pl-5 [overflow-wrap:anywhere]">
            {instructions.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
          <dt className="text-ink-muted text-xs sm:leading-6">Name servers</dt>
          {name_servers.map((server) => (
            <dd key={server} className="sm:col-start-2">
              <Copyable text={server} label="name server" whole />
            </dd>
          ))}
          {zone.status === "pending" && (
            <>
              <dt className="text-ink-muted text-xs sm:leading-6">Name of the TXT record</dt>
              <dd>
                <Copyable text={proof_record.name} label="TXT name" whole />
              </dd>
              <dt className="text-ink-muted text-xs sm:leading-6">Its value</dt>
              <dd>
                <Copyable text={proof_record.value} label="TXT value" whole />
              </dd>
            </>
          )}
        </dl>
        <p className="flex flex-wrap gap-x-4 text-ink-muted text-xs">
          {checked_at !== null && (
            <span>
              Last checked <DateTime iso={checked_at} />
            </span>
          )}
          <span>
            Next check <DateTime iso={next_check_at} />
          </span>
        </p>
      </div>
    </Section>
  );
}

/** Whether the zone is signed, and what the registrar needs of its key. */
function Dnssec({ zone, refusal }: { zone: DnsZone; refusal: string | null }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const changed = useChanged();
  const { name, dnssec, ds_record, dnskey_record, delegation_ds } = zone;
  const isPublished = ds_record !== null && delegation_ds?.includes(ds_record) === true;
  const input = zoneInput(workspaceId, zone.zone_id);
  const sign = useMutation(
    trpc.dnsZone.update.mutationOptions({
      onSuccess: () => changed(`${name} is signed`),
      onError: (error) => notify.failed(`${name} is not signed`, problemOf(error).detail),
    }),
  );
  return (
    <Section
      title="DNSSEC"
      lead="Signatures let resolvers notice answers that somebody has forged on the way."
      actions={
        dnssec ? (
          <DialogButton
            refusal={refusal}
            dialog={(state) => (
              <ConfirmChange
                {...state}
                title={`Stop signing ${name}?`}
                lead="Delete the DS record at your registrar first: resolvers refuse answers that should be signed and are not."
                action="Stop signing"
                change={trpc.dnsZone.update}
                plan={trpc.changePlan.dnsZone.update}
                input={{ ...input, dnssec: false }}
                onDone={() => changed(`${name} is no longer signed`)}
              />
            )}
          >
            Stop signing
          </DialogButton>
        ) : (
          <Button busy={sign.isPending} refusal={refusal} onClick={() => sign.mutate({ ...input, dnssec: true })}>
            Sign zone
          </Button>
        )
      }
    >
      <div className="space-y-4 rounded-lg border border-line bg-surface p-5 shadow-card">
        <p>{stateOfSigning(dnssec, isPublished)}</p>
        {ds_record !== null && dnskey_record !== null && (
          <dl className="grid gap-x-6 gap-y-2 [overflow-wrap:anywhere] sm:grid-cols-[max-content_1fr]">
            <dt className="text-ink-muted text-xs sm:leading-6">DS record</dt>
            <dd>
              <Copyable text={ds_record} label="DS record" whole />
            </dd>
            <dt className="text-ink-muted text-xs sm:leading-6">DNSKEY record</dt>
            <dd>
              <Copyable text={dnskey_record} label="DNSKEY record" whole />
            </dd>
          </dl>
        )}
      </div>
    </Section>
  );
}

function stateOfSigning(dnssec: boolean, isPublished: boolean): string {
  if (!dnssec) return "The zone is not signed.";
  return isPublished
    ? "The zone is signed, and the registry has its DS record: resolvers check the signatures."
    : "The zone is signed. Resolvers check the signatures once the registry has its DS record, which you enter at your registrar.";
}

function DeleteZone({ zone, refusal }: { zone: DnsZone; refusal: string | null }) {
  const { workspaceId } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  return (
    <DeleteAction
      deletion={trpc.dnsZone.delete}
      input={zoneInput(workspaceId, zone.zone_id)}
      plan={trpc.changePlan.dnsZone.delete}
      onDeleted={() => {
        router.push(workspaceHref(workspaceId, "dns-zones"));
        return changed(`Deleted ${zone.name}`);
      }}
      what="DNS zone"
      name={zone.name}
      lead="Its records are lost, and our name servers no longer answer for the domain."
      typed
      refusal={refusal}
    />
  );
}
