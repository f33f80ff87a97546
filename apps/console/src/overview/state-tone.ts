import type {
  CdnDistributionStatus,
  FoundType,
  LoadBalancerStatus,
  NetworkStatus,
  SecretStoreStatus,
  VmStatus,
  VolumeStatus,
} from "@fulmar/contract";
import type { Tone } from "@/components/status-badge.tsx";

type CountedState =
  | VmStatus
  | VolumeStatus
  | NetworkStatus
  | LoadBalancerStatus
  | CdnDistributionStatus
  | SecretStoreStatus;

/** The colour of every state that the overview counts. Exhaustive over the families' states. */
const TONE: Readonly<Record<CountedState, Tone>> = {
  active: "good",
  archived: "quiet",
  attaching: "busy",
  attaching_volume: "busy",
  available: "good",
  configuring: "busy",
  creating: "busy",
  deleted: "quiet",
  deleting: "warn",
  deploying: "busy",
  detaching: "busy",
  detaching_volume: "busy",
  disabled: "quiet",
  error: "bad",
  failed: "bad",
  "in-use": "good",
  pending: "busy",
  provisioning: "busy",
  rebooting: "busy",
  resizing: "busy",
  resizing_disk: "busy",
  resizing_plan: "busy",
  running: "good",
  starting: "busy",
  stopped: "quiet",
  stopping: "busy",
  updating: "busy",
};

/** As in the family's own list, where an unattached volume is quiet. */
export function stateTone({ family, status }: { readonly family: FoundType; readonly status: string }): Tone {
  if (family === "volume" && status === "available") return "quiet";
  return isCounted(status) ? TONE[status] : "quiet";
}

function isCounted(state: string): state is CountedState {
  return Object.hasOwn(TONE, state);
}
