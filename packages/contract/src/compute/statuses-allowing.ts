import { type VmAction, vmRefusal } from "./vm-states.ts";
import { VmStatus } from "./vm-status.ts";

/** The statuses in which an action is allowed. */
export function statusesAllowing(action: VmAction): VmStatus[] {
  return VmStatus.options.filter((status) => vmRefusal(status, action) === null);
}
