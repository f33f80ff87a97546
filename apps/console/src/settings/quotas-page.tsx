"use client";

import { type Quota, rolesWith } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, hiddenTitle, TableSkeleton } from "@/components/data-table.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { Loaded } from "@/components/loaded.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { QuotaRequests } from "./quota-requests.tsx";
import { QUOTA_NAME, quotaInput } from "./settings-queries.ts";
import { useRoleRefusal } from "./use-role.ts";

const AskForQuota = onDemand(async () => (await import("./ask-for-quota.tsx")).AskForQuota);

const column = columnsOf<Quota>();

const columns = [
  column("resource", "Resource", (original) => (
    <>
      <span className="font-medium">{QUOTA_NAME[original.resource]}</span>
      {original.resource === "reserved_ips" && (
        <span className="block text-ink-muted text-xs">Without addresses that VMs and gateways bring with them</span>
      )}
    </>
  )),
  column("used", "Used", (original) => (
    <span className="whitespace-nowrap tabular-nums">
      {original.used.toLocaleString()}
      {original.limit !== null && <span className="text-ink-muted"> of {original.limit.toLocaleString()}</span>}
    </span>
  )),
  column("bar", "Usage", (original) => <Bar quota={original} />),
  column("state", "State", (original) => <State quota={original} />),
  column("actions", hiddenTitle("Actions"), (original) => <AskForMore quota={original} />),
];

/** The used share of a quota. The fullest come first. */
function fullness({ used, limit }: Quota): number {
  if (limit === null) return -1;
  return limit === 0 ? 1 : used / limit;
}

const NEAR = 0.8;
/** Without limits there is no bar. */
const WITHOUT_LIMITS: ReadonlySet<string> = new Set(["bar"]);

export function QuotasPage() {
  const { workspaceId, workspaceName } = useWorkspace();
  const trpc = useTRPC();
  const list = useQuery({
    ...trpc.quota.list.queryOptions(quotaInput(workspaceId)),
    refetchInterval: refreshEvery(false),
  });
  return (
    <Section
      title="Quotas"
      lead={
        <>
          How much of each resource {workspaceName} may have, sorted by usage. The operator of this installation sets
          the limits. Ask for more, and the answer comes by mail.
        </>
      }
    >
      <Loaded query={list} skeleton={<TableSkeleton rows={10} />}>
        {({ items }) => (
          <DataTable
            label="List of quotas"
            columns={columns}
            rows={items.toSorted((a, b) => fullness(b) - fullness(a))}
            keyOf={(quota) => quota.resource}
            {...(items.every(({ limit }) => limit === null) && { hidden: WITHOUT_LIMITS })}
          />
        )}
      </Loaded>
      <QuotaRequests />
    </Section>
  );
}

/** A quota without a limit needs no more. */
function AskForMore({ quota }: { quota: Quota }) {
  const refusal = useRoleRefusal(rolesWith("billing.write"));
  if (quota.limit === null) return null;
  return (
    <DialogButton
      aria-label={`Ask for more: ${QUOTA_NAME[quota.resource]}`}
      refusal={refusal}
      dialog={(state) => <AskForQuota quota={quota} {...state} />}
    >
      Ask for more
    </DialogButton>
  );
}

function Bar({ quota }: { quota: Quota }) {
  if (quota.limit === null) return null;
  const share = Math.min(1, fullness(quota));
  const colour = share >= 1 ? "bg-bad" : share >= NEAR ? "bg-warn" : "bg-accent";
  return (
    // The numbers are beside it.
    <div aria-hidden className="h-2 w-40 overflow-hidden rounded-full bg-quiet-soft">
      <div className={`h-full rounded-full ${colour}`} style={{ width: `${share * 100}%` }} />
    </div>
  );
}

function State({ quota }: { quota: Quota }) {
  if (quota.limit === null) return <StatusBadge tone="quiet">no limit</StatusBadge>;
  const share = fullness(quota);
  const [tone, words]: [Tone, string] =
    share >= 1 ? ["bad", "full"] : share >= NEAR ? ["warn", "nearly full"] : ["good", "available"];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
