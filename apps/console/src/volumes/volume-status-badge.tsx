import {
  VOLUME_STATES,
  type VolumeOperationStatus,
  type VolumeSnapshotStatus,
  type VolumeStatus,
} from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The colour of every state. Total: a new state does not compile until it has one. */
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
const OPERATION_TONE: Readonly<Record<VolumeOperationStatus, Tone>> = {
  "in-progress": "busy",
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
    <StatusBadge tone={SNAPSHOT_TONE[status]} changing={isSnapshotUnderWay(status)}>
      {status}
    </StatusBadge>
  );
}

export function VolumeOperationBadge({ status }: { status: VolumeOperationStatus }) {
  return (
    <StatusBadge tone={OPERATION_TONE[status]} changing={status === "in-progress"}>
      {status === "in-progress" ? "in progress" : status}
    </StatusBadge>
  );
}

export function isSnapshotUnderWay(status: VolumeSnapshotStatus): boolean {
  return status === "queued" || status === "running";
}
