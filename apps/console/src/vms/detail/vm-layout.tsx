"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert, CirclePause, LoaderCircle, type LucideIcon, Play, Power, RotateCw, Trash2 } from "lucide-react";
import Link from "next/link";
import { useSelectedLayoutSegment } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import { formatStatus } from "@/client/format.ts";
import { problemOf } from "@/client/problem.ts";
import { Button } from "@/components/button.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { FactsSkeleton } from "@/components/facts.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { ProblemPanel } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { TabLinks } from "@/components/tab-links.tsx";
import { notify } from "@/components/toast-store.ts";
import { ACTION_NAME } from "@/operations/operation-labels.ts";
import { hasEnded, isOnHold } from "@/operations/operation-status-badge.tsx";
import { type WorkspaceHref, workspaceHref } from "@/shell/destinations.ts";
import { usePageActions } from "@/shell/page-actions.ts";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { ShowAs } from "@/show-as/show-as.tsx";
import { POWER, type PowerAction } from "../power.ts";
import { useVmQuery } from "../use-vm-query.ts";
import { VM_PAGES, type VmKind } from "../vm-queries.ts";
import { VmQuestion } from "../vm-question.tsx";
import { VmStatusBadge } from "../vm-status-badge.tsx";
import { useLatestOperation, useVm, VmContext } from "./vm-place.tsx";

const TABS = [
  ["", "Overview"],
  ["operations", "Operations"],
  ["networking", "Networking"],
  ["volumes", "Volumes"],
  ["snapshots", "Snapshots"],
  ["backups", "Backups"],
  ["metrics", "Metrics"],
  ["console", "Console log"],
  ["terminal", "Terminal"],
  ["settings", "Settings"],
] as const;

/** The frame of a VM's tabs: its name, its state, its actions and its current operation. */
export function VmLayout({ kind, vmId, children }: { kind: VmKind; vmId: string; children: ReactNode }) {
  const { workspaceId } = useWorkspace();
  const query = useVmQuery(kind, vmId);
  const segment = useSelectedLayoutSegment() ?? "";
  const vm = query.data;
  const place = useMemo(() => (vm === undefined ? null : { kind, vm }), [kind, vm]);
  const { page, title } = VM_PAGES[kind];
  const base = workspaceHref(workspaceId, `${page}/${vmId}`);
  const crumbs = [{ label: title, href: workspaceHref(workspaceId, page) }];
  if (vm === undefined) {
    return (
      <>
        <PageHeader crumbs={crumbs} title="VM" />
        {query.error ? <ProblemPanel error={query.error} onRetry={() => void query.refetch()} /> : <FactsSkeleton />}
      </>
    );
  }
  return (
    <VmContext value={place}>
      <PageHeader
        crumbs={crumbs}
        title={vm.name}
        aside={
          <>
            <VmStatusBadge status={vm.status} />
            {vm.rescue_enabled && <StatusBadge tone="warn">rescue mode</StatusBadge>}
          </>
        }
      >
        <PowerActions />
      </PageHeader>
      <TabActions base={base} name={vm.name} />
      <TabLinks label={`Pages of ${vm.name}`} base={base} tabs={TABS} />
      {segment !== "" && <OperationNotice />}
      {children}
      {segment === "" && (
        <div className="mt-10">
          <ShowAs operation={kind === "gpu" ? "gpuVm.get" : "cloudVm.get"} input={{ vm_id: vmId, name: vm.name }} />
        </div>
      )}
    </VmContext>
  );
}

/** Adds every tab to the palette. */
function TabActions({ base, name }: { base: WorkspaceHref; name: string }) {
  usePageActions(
    useMemo(
      () =>
        TABS.map(([segment, title]) => ({
          label: `${title} of ${name}`,
          href: segment === "" ? base : (`${base}/${segment}` as const),
        })),
      [base, name],
    ),
  );
  return null;
}

/** The current or the last failed operation, on every tab except the overview, which shows the whole timeline. */
function OperationNotice() {
  const { workspaceId } = useWorkspace();
  const operation = useLatestOperation();
  if (operation === undefined) return null;
  const ended = hasEnded(operation.status);
  const held = isOnHold(operation);
  const name = ACTION_NAME[operation.action];
  return (
    <p
      role="status"
      className={`mb-6 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border px-4 py-2.5
        ${ended ? "border-bad/30 bg-bad-soft" : held ? "border-warn/30 bg-warn-soft" : "border-line bg-canvas"}`}
    >
      {ended ? (
        <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />
      ) : held ? (
        <CirclePause className="size-4 shrink-0 text-warn" aria-hidden />
      ) : (
        <LoaderCircle className="size-4 shrink-0 animate-spin text-busy" aria-hidden />
      )}
      <span className="font-medium">{`${name} ${ended ? "failed" : held ? "on hold" : "in progress"}`}</span>
      <span className="min-w-0 text-ink-muted">
        {ended || held
          ? operation.error_message
          : operation.current_step !== null && formatStatus(operation.current_step)}
      </span>
      <Link
        href={workspaceHref(workspaceId, `operations/${operation.operation_id}`)}
        prefetch={false}
        className="ml-auto rounded font-medium underline underline-offset-2"
      >
        Open operation
      </Link>
    </p>
  );
}

const ASKED = [
  ["stop", Power],
  ["reboot", RotateCw],
  ["delete", Trash2],
] as const satisfies readonly (readonly [PowerAction, LucideIcon])[];

/** Fits four buttons on narrow screens too. */
const FOUR_IN_A_ROW = "max-sm:gap-1.5 max-sm:px-2";

/** The most frequent actions on a VM. Disabled ones show why. Only starting needs no confirmation. */
function PowerActions() {
  const { kind, vm, procedures, target, refusal } = useVm();
  const begun = useChanged("begun", vm.id);
  const start = useMutation(
    procedures.vm.start.mutationOptions({
      onSuccess: () => begun(`${POWER.start.doing} ${vm.name}`),
      onError: (error) => notify.failed(`${vm.name} was not started`, problemOf(error).detail),
    }),
  );
  return (
    <>
      <Button
        className={FOUR_IN_A_ROW}
        onClick={() => start.mutate(target)}
        busy={start.isPending}
        refusal={refusal("start")}
      >
        <Play className="size-4" aria-hidden />
        {POWER.start.verb}
      </Button>
      {ASKED.map(([action, Icon]) => (
        <DialogButton
          key={action}
          className={FOUR_IN_A_ROW}
          look={action === "delete" ? "remove" : "secondary"}
          refusal={refusal(action)}
          command={`${POWER[action].verb} ${vm.name}`}
          dialog={(state) => <VmQuestion kind={kind} action={action} vm={vm} {...state} />}
        >
          <Icon className="size-4" aria-hidden />
          {POWER[action].verb}
        </DialogButton>
      ))}
    </>
  );
}
