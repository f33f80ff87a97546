import { purgeDeletedVms } from "./purge-deleted-vms.ts";
import { reconcileInstances } from "./reconcile-instances.ts";
import { recordBandwidth } from "./record-bandwidth.ts";

/** The periodic jobs of compute. */
export const computeReconcilers = [reconcileInstances, recordBandwidth, purgeDeletedVms] as const;
