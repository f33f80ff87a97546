"use client";

import { VOLUME_STATES, type VolumeSnapshotStatus, type VolumeStatus, type VolumeType } from "@fulmar/contract";
import { CheckOption } from "@/components/check-option.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";
import type { NamedResource } from "@/shell/resource-name.tsx";
import { resourceHref, resourcePage } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { isUnderWay } from "./volume-queries.ts";

/** The colour of every state. Exhaustive: a new state does not compile without an entry. */
const VOLUME_TONE: Readonly<Record<VolumeStatus, Tone>> = {
  creating: "busy",
  available: "quiet",
  attaching: "busy",
  "in-use": "good",
  detaching: "busy",
  resizing: "busy",
  deleting: "warn",
  error: "bad",
};

const SNAPSHOT_TONE: Readonly<Record<VolumeSnapshotStatus, Tone>> = {
  queued: "busy",
  running: "busy",
  succeeded: "good",
  failed: "bad",
};

export function VolumeStatusBadge({ status }: { status: VolumeStatus }) {
  return (
    <StatusBadge tone={VOLUME_TONE[status]} changing={VOLUME_STATES[status].changing}>
      {status === "in-use" ? "in use" : status}
    </StatusBadge>
  );
}

export function SnapshotStatusBadge({ status }: { status: VolumeSnapshotStatus }) {
  return (
    <StatusBadge tone={SNAPSHOT_TONE[status]} changing={isUnderWay(status)}>
      {status}
    </StatusBadge>
  );
}

export const TYPE_NAME: Readonly<Record<VolumeType, string>> = { ssd: "SSD", nvme: "NVMe", hdd: "HDD" };

/** The purpose of each volume type. */
export const TYPE_USE: Readonly<Record<VolumeType, string>> = {
  ssd: "For most work: systems, applications, small databases.",
  nvme: "For databases and other disk-bound work.",
  hdd: "For archives and large files that are read in order.",
};

/** The VM of a volume: a link with its name, or its id if there is no name. */
export function VmName({ id, found }: NamedResource) {
  const { workspaceId } = useWorkspace();
  return (
    <PromptLink
      href={found ? resourcePage(workspaceId, found) : resourceHref(workspaceId, id)}
      className="rounded font-medium hover:underline"
    >
      {found?.name ?? id}
    </PromptLink>
  );
}

/** Offers to detach the volume and delete its snapshots with it. */
export function ForceOption({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <CheckOption
      label="Delete it even if it is in use"
      hint={
        <>
          An attached volume is detached from its running VM at once, and its snapshots are deleted too. Without this, a
          volume in use is not deleted.
        </>
      }
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
