"use client";

import type { BackupPolicy } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { DestinationLink } from "@/backups/destination-link.tsx";
import { wholeInput } from "@/client/list.ts";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { CaptureStatusBadge } from "../capture-status-badge.tsx";
import { useVm } from "../vm-place.tsx";
import { days, describeSchedule } from "./describe-schedule.ts";

const PolicyDialog = onDemand(async () => (await import("./policy-dialog.tsx")).PolicyDialog);

/** The VM's backup policy in words, and buttons to change it. */
export function PolicySection() {
  const { refusal } = useVm();
  const { roleRefusal } = useWorkspace();
  const { query, policy, none } = usePolicy();
  const enable = (
    <DialogButton
      look="primary"
      refusal={refusal("enable_backups")}
      dialog={(state) => <PolicyDialog {...state} policy={policy} />}
    >
      Enable backups
    </DialogButton>
  );
  if (none) {
    return (
      <Section title="Backup policy">
        <Panel icon={<CalendarClock className="size-5" aria-hidden />} title="No backup schedule">
          <p>With a policy, the VM and its volumes are copied hourly, daily or weekly, and old copies are removed.</p>
          <div className="mt-5">{enable}</div>
        </Panel>
      </Section>
    );
  }
  const actions =
    policy === undefined ? null : policy.enabled ? (
      <>
        <DialogButton refusal={roleRefusal("vm.write")} dialog={(state) => <PolicyDialog {...state} policy={policy} />}>
          Edit policy
        </DialogButton>
        <DialogButton look="remove" refusal={roleRefusal("vm.write")} dialog={(state) => <DisableBackups {...state} />}>
          Disable
        </DialogButton>
      </>
    ) : (
      enable
    );
  return (
    <Section title="Backup policy" actions={actions}>
      <Loaded query={query} skeleton={<BlockSkeleton className="h-36" />}>
        {(loaded) => <PolicyFacts policy={loaded} />}
      </Loaded>
    </Section>
  );
}

function PolicyFacts({ policy }: { policy: BackupPolicy }) {
  return (
    <Facts
      label="Schedule and retention"
      facts={[
        [
          "State",
          policy.enabled ? (
            <StatusBadge key="state" tone="good">
              enabled
            </StatusBadge>
          ) : (
            <StatusBadge key="state" tone="quiet">
              disabled
            </StatusBadge>
          ),
        ],
        ["Schedule", describeSchedule(policy.schedule)],
        [
          "Next run",
          policy.next_run_at === null ? (
            <span key="next" className="text-ink-subtle">
              none
            </span>
          ) : (
            <DateTime key="next" iso={policy.next_run_at} />
          ),
        ],
        ["Kept for", days(policy.retention_days)],
        [
          "Kind",
          policy.incremental_enabled
            ? `Incremental, a full one every ${days(policy.full_backup_interval_days)}`
            : "Always full",
        ],
        [
          "Copied to",
          policy.destination_id === undefined ? (
            <span key="destination" className="text-ink-subtle">
              nowhere
            </span>
          ) : (
            <PolicyDestination key="destination" id={policy.destination_id} />
          ),
        ],
        [
          "Last run",
          policy.last_run_at === null ? (
            <span key="last" className="text-ink-subtle">
              never
            </span>
          ) : (
            <span key="last" className="flex flex-wrap items-center gap-2">
              <DateTime iso={policy.last_run_at} />
              {policy.last_status !== undefined && <CaptureStatusBadge status={policy.last_status} />}
            </span>
          ),
        ],
      ]}
    />
  );
}

/** The destination of the policy: by its id until the name has loaded. */
function PolicyDestination({ id }: { id: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const destinations = useQuery(trpc.backupDestination.list.queryOptions(wholeInput(workspaceId))).data?.items;
  return <DestinationLink id={id} name={destinations?.find((each) => each.destination_id === id)?.name ?? id} />;
}

function DisableBackups({ open, onClose }: DialogState) {
  const { vm, procedures, plans, target } = useVm();
  const changed = useChanged();
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Disable the backups of ${vm.name}?`}
      lead={
        <>
          Scheduled backups stop. Existing backups stay until they expire or are deleted; the policy can be enabled
          again.
        </>
      }
      action="Disable backups"
      change={procedures.policy.disable}
      input={target}
      plan={plans.policy.disable}
      onDone={() => changed(`Scheduled backups of ${vm.name} are off`)}
    />
  );
}

/**
 * The VM's backup policy. Until backups are first enabled there is none, which is not an error here: `none` is then
 * true.
 */
function usePolicy() {
  const { procedures, target } = useVm();
  const query = useQuery({ ...procedures.policy.get.queryOptions(target), refetchInterval: refreshEvery(false) });
  // A query without data forgets its error while it refetches, so a missing policy is remembered until there is one.
  const missing = query.error !== null && problemOf(query.error).kind === "not_found";
  const [none, setNone] = useState(missing);
  if (missing && !none) setNone(true);
  if (query.data !== undefined && none) setNone(false);
  return { query, policy: query.data, none };
}
