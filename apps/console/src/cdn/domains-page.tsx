"use client";

import type { CdnCustomDomain, CdnCustomDomainReport, CdnDnsRecord } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Globe, Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import { refreshEvery } from "@/client/live.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Section } from "@/components/facts.tsx";
import { TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { DOMAIN_STATUS, DOMAIN_TONE } from "./distribution-labels.tsx";
import { distributionInput } from "./distribution-queries.ts";
import { RemoveDomain } from "./remove-domain.tsx";

/** The custom domains of a distribution. */
export function DomainsPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const distribution = useDistribution();
  const trpc = useTRPC();
  const [adding, setAdding] = useState(false);
  const query = useQuery({
    ...trpc.cdnCustomDomain.list.queryOptions(distributionInput(workspaceId, distribution.id)),
    refetchInterval: refreshEvery(false),
  });
  const failed =
    distribution.status === "failed"
      ? "The distribution was never deployed, so it serves no domain; delete it and create a new one."
      : null;
  return (
    <Section
      title="Custom domains"
      lead={
        <>
          Always served as <Copyable text={distribution.default_domain} label="default domain" />
        </>
      }
      actions={
        <Button look="primary" refusal={roleRefusal("cdn.write") ?? failed} onClick={() => setAdding(true)}>
          <Plus className="size-4" aria-hidden />
          Add domain
        </Button>
      }
    >
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {({ custom_domains }) =>
          custom_domains.length === 0 ? (
            <Panel icon={<Globe className="size-5" aria-hidden />} title="No custom domains yet">
              <p>
                Serve it under your own domain. Two DNS records prove that the domain is yours and point it here; the
                certificate is issued automatically.
              </p>
            </Panel>
          ) : (
            <ul aria-label="Custom domains" className="space-y-4">
              {custom_domains.map((domain) => (
                <CustomDomain key={domain.domain} distributionId={distribution.id} listed={domain} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddDomain distributionId={distribution.id} open={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

const addDomain = defineForm(async () => (await import("@fulmar/contract/cdn")).CreateCdnCustomDomain, {
  domain: rawText(),
});

function AddDomain({ distributionId, open, onClose }: { distributionId: string; open: boolean; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm(addDomain);
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="Add a custom domain"
      lead="Next, you see two records to add at your DNS provider."
      action="Add domain"
      form={form}
      change={trpc.cdnCustomDomain.create}
      inputOf={({ domain }) => ({ workspace_id: workspaceId, distribution_id: distributionId, domain })}
      onDone={async ({ domain }) => {
        notify.done(`Added ${domain}`, "Now set its DNS records.");
        form.reset();
        await Promise.all([
          queryClient.invalidateQueries(trpc.cdnCustomDomain.pathFilter()),
          queryClient.invalidateQueries(trpc.cdnDistribution.pathFilter()),
        ]);
      }}
    >
      <TextField
        label="Domain"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        placeholder="cdn.example.com"
        {...form.field("domain")}
      />
    </ChangeDialog>
  );
}

/** One domain: its state, the remaining setup and the result of its last check. */
function CustomDomain({ distributionId, listed }: { distributionId: string; listed: CdnCustomDomain }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const path = { workspace_id: workspaceId, distribution_id: distributionId, domain: listed.domain };
  const report = useQuery({
    ...trpc.cdnCustomDomain.get.queryOptions(path),
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.status === "pending_validation" || state.data?.status === "pending_tls"),
  });
  const verify = useMutation(
    trpc.cdnCustomDomain.verify.mutationOptions({
      onSuccess: async () => {
        notify.begun(`Checking the DNS of ${listed.domain}`, "The result is shown here within seconds.");
        await queryClient.invalidateQueries(trpc.cdnCustomDomain.pathFilter());
      },
      onError: (error) => notify.failed(`${listed.domain} is not checked`, problemOf(error).detail),
    }),
  );
  const status = report.data?.status ?? listed.status;
  const failed = status === "failed" ? "It has failed and is no longer checked; remove it and add it again." : null;
  return (
    <li className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="min-w-0 grow basis-64 font-semibold [overflow-wrap:anywhere]">{listed.domain}</h3>
        <StatusBadge tone={DOMAIN_TONE[status]} changing={status === "pending_tls"}>
          {DOMAIN_STATUS[status]}
        </StatusBadge>
        <Button
          aria-label={`Verify now ${listed.domain}`}
          busy={verify.isPending}
          refusal={roleRefusal("cdn.write") ?? failed}
          onClick={() => verify.mutate(path)}
        >
          <RefreshCw className="size-4" aria-hidden />
          Verify now
        </Button>
        <RemoveDomain path={path} />
      </div>
      {report.data && <Report report={report.data} />}
    </li>
  );
}

function Report({ report }: { report: CdnCustomDomainReport }) {
  const { status, dns_records, problem, tls_status, checked_at, next_check_at, certificate_expires_at } = report;
  return (
    <div className="mt-4 space-y-4">
      {problem !== null && <p className="rounded-md border border-warn/30 bg-warn-soft px-3.5 py-2.5">{problem}</p>}
      {status !== "failed" && <DnsRecords records={dns_records} done={status === "active" && problem === null} />}
      <p className="flex flex-wrap gap-x-4 text-ink-muted text-xs">
        <span>Certificate: {tls_status ?? "issued after verification"}</span>
        {certificate_expires_at !== null && (
          <span>
            valid until <DateTime iso={certificate_expires_at} />, renewed by itself
          </span>
        )}
        {checked_at !== null && (
          <span>
            Last checked <DateTime iso={checked_at} />
          </span>
        )}
        {next_check_at !== null && (
          <span>
            Next check <DateTime iso={next_check_at} />
          </span>
        )}
      </p>
    </div>
  );
}

/**
 * The records to set in the domain's DNS.
 * @param done whether they are already set
 */
function DnsRecords({ records, done }: { records: readonly CdnDnsRecord[]; done: boolean }) {
  return (
    <div>
      <p className="mb-2">{done ? "These DNS records must stay:" : "Set these DNS records:"}</p>
      {/* On narrow screens the table scrolls sideways. The region is focusable so that the keyboard can scroll it. */}
      <section
        aria-label="DNS records"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg border border-line bg-canvas"
      >
        <table className="w-full border-collapse text-left">
          <thead className="border-line border-b text-ink-muted text-xs">
            <tr>
              {["Type", "Name", "Value"].map((title) => (
                <th key={title} scope="col" className="h-8 px-4 font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {records.map(({ type, name, value }) => (
              <tr key={type}>
                <td className="h-10 px-4">{type}</td>
                <td className="whitespace-nowrap px-4">
                  <Copyable text={name} label={`${type} name`} />
                </td>
                <td className="whitespace-nowrap px-4">
                  <Copyable text={value} label={`${type} value`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
