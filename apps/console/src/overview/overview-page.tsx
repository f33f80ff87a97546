"use client";

import { type ActivityRecord, COUNTED_TYPES, type FamilyCount, type Overview, RESOURCES } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import { formatStatus } from "@/client/format.ts";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import { isOnHold, OperationStatusBadge } from "@/operations/operation-status-badge.tsx";
import { listOf, workspaceHref } from "@/shell/destinations.ts";
import { nameOf } from "@/shell/operation-ends.tsx";
import { usePageActions } from "@/shell/page-actions.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Concerns } from "./concerns.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { stateTone } from "./state-tone.ts";

/** The workspace's overview: problems, running operations, resource counts and this month's spending. */
export function OverviewPage() {
  const { workspaceId, workspaceName, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const overview = useQuery({
    ...trpc.overview.get.queryOptions({ workspace_id: workspaceId }),
    refetchInterval: () => refreshEvery(false),
  });
  usePageActions(
    useMemo(
      () => [
        { label: "Create a VM", href: workspaceHref(workspaceId, "cloud-vms/new"), refusal: roleRefusal("vm.write") },
      ],
      [workspaceId, roleRefusal],
    ),
  );
  return (
    <>
      <PageHeader title="Overview" lead={`What ${workspaceName} contains, and what needs attention.`} />
      <Loaded query={overview} skeleton={<CountsSkeleton />}>
        {({ counts, concerns, spend }) => (
          <div className="space-y-8">
            {concerns.length > 0 && <Concerns concerns={concerns} />}
            <FirstSteps counts={counts} />
            {(counts.length > 0 || roleRefusal("vm.read") !== null) && <FamilyCounts counts={counts} />}
            <div className="grid items-start gap-8 lg:grid-cols-[2fr_1fr]">
              <InFlight />
              <Spend spend={spend} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

const GRID = "grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))]";

/** States that need attention come first. */
const ORDER: readonly Tone[] = ["bad", "warn", "busy", "good", "quiet"];

/** The number of resources per family and state. Families that the role may not read show why not. */
function FamilyCounts({ counts }: { counts: readonly FamilyCount[] }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const visible = COUNTED_TYPES.filter((type) => roleRefusal(RESOURCES[type].scope) === null);
  const refusal = roleRefusal("vm.read");
  if (visible.length === 0) return <p className="text-ink-muted">Resources are not counted here. {refusal}</p>;
  return (
    <section aria-labelledby="resources">
      <h2 id="resources" className="mb-3 font-semibold text-base">
        Resources
      </h2>
      <ul className={GRID}>
        {visible.map((family) => {
          const { label, page } = listOf(family);
          const states = counts.filter((entry) => entry.family === family);
          const total = states.reduce((sum, { count }) => sum + count, 0);
          return (
            <li
              key={family}
              className="relative rounded-lg border border-line bg-surface p-4 shadow-card transition-colors
                hover:border-line-strong"
            >
              <Link
                href={workspaceHref(workspaceId, page)}
                className="text-ink-muted after:absolute after:inset-0 after:rounded-lg"
              >
                {label}
              </Link>
              <p className={`mt-1 font-semibold text-2xl tabular-nums ${total === 0 ? "text-ink-subtle" : ""}`}>
                {total.toLocaleString("en-US")}
              </p>
              <div className="mt-2 flex flex-wrap gap-1.5 empty:hidden">
                {states
                  .filter(({ status }) => status !== "")
                  .toSorted((one, other) => rank(one) - rank(other) || one.status.localeCompare(other.status))
                  .map(({ status, count }) => (
                    <StatusBadge key={status} tone={stateTone({ family, status })}>
                      {`${count} ${formatStatus(status)}`}
                    </StatusBadge>
                  ))}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const rank = (entry: FamilyCount) => ORDER.indexOf(stateTone(entry));

/** The placeholder of the loading counts. */
function CountsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={GRID}>
      {COUNTED_TYPES.map((family) => (
        <div key={family} className="skeleton h-24 rounded-lg" />
      ))}
    </div>
  );
}

/** The running operations, and those that failed in the last day. */
function InFlight() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const activity = useQuery({
    ...trpc.activity.list.queryOptions({ workspace_id: workspaceId }),
    refetchInterval: ({ state }) => refreshEvery((state.data?.running_count ?? 0) > 0),
  });
  return (
    <section aria-labelledby="in-flight" className="min-w-0">
      <h2 id="in-flight" className="mb-3 font-semibold text-base">
        Operations
      </h2>
      <Loaded query={activity} skeleton={<BlockSkeleton className="h-24" />}>
        {({ running, running_count, failed }) =>
          running.length + failed.length === 0 ? (
            <p className="text-ink-muted">Nothing is in progress, and nothing has failed in the last day.</p>
          ) : (
            <>
              <p className="mb-2 text-ink-muted">
                {running_count} in progress, {failed.length} failed in the last day
              </p>
              <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
                {[...running, ...failed].map((record) => (
                  <Operation key={record.operation_id} record={record} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Operation({ record }: { record: ActivityRecord }) {
  const { workspaceId } = useWorkspace();
  const underWay = record.finished_at === null;
  const detail =
    underWay && !isOnHold(record) ? record.current_step && formatStatus(record.current_step) : record.error_message;
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5">
      <div className="min-w-0">
        <Link
          href={workspaceHref(workspaceId, `operations/${record.operation_id}`)}
          prefetch={false}
          className="rounded font-medium hover:underline [overflow-wrap:anywhere]"
        >
          {nameOf(record)}
        </Link>
        {detail !== null && (
          <p className={`text-xs [overflow-wrap:anywhere] ${underWay ? "text-ink-muted" : "text-bad"}`}>{detail}</p>
        )}
      </div>
      <OperationStatusBadge operation={record} />
    </li>
  );
}

/** This month's spending, for the roles that may see it. */
function Spend({ spend }: { spend: Overview["spend"] }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  return (
    <section aria-labelledby="spend">
      <h2 id="spend" className="mb-3 font-semibold text-base">
        Spent this month
      </h2>
      {spend === null ? (
        <p className="text-ink-muted">{roleRefusal("billing.read")}</p>
      ) : (
        <div className="rounded-lg border border-line bg-surface p-4 shadow-card">
          <p className="font-semibold text-2xl tabular-nums">{inCurrency(spend.amount, spend.currency)}</p>
          <p className="mt-1 text-ink-muted">
            By this workspace, in whole hours.
            {spend.balance !== null && ` The organization has ${inCurrency(spend.balance, spend.currency)} left.`}
          </p>
          <Link
            href={workspaceHref(workspaceId, "billing")}
            className="mt-2 inline-block rounded font-medium text-accent hover:underline"
          >
            Billing
          </Link>
        </div>
      )}
    </section>
  );
}

function inCurrency(amount: string, currency: string): string {
  return Number(amount).toLocaleString("en-US", { style: "currency", currency });
}
