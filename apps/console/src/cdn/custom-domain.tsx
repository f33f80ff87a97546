"use client";

import type { CdnCustomDomain, CdnCustomDomainReport } from "@fulmar/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { refreshEvery } from "@/client/live.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { DOMAIN_STATUS, DOMAIN_TONE } from "./distribution-words.ts";
import { DnsRecords } from "./dns-records.tsx";
import { RemoveDomain } from "./remove-domain.tsx";

/** One domain: where it stands, what is left to do for it, and what its last check found. */
export function CustomDomain({ distributionId, listed }: { distributionId: string; listed: CdnCustomDomain }) {
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
        notify.begun(`Checking the DNS of ${listed.domain}`, "What it finds is shown here within seconds.");
        await queryClient.invalidateQueries(trpc.cdnCustomDomain.pathFilter());
      },
      onError: (error) => notify.failed(`${listed.domain} is not checked`, problemOf(error).detail),
    }),
  );
  const status = report.data?.status ?? listed.status;
  const failed =
    status === "failed" ? "It has failed and is not checked any more; remove it and add it again to start anew." : null;
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
        <span>Certificate: {tls_status ?? "comes after the domain is proved"}</span>
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
