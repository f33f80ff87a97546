import { discardReplacedDisks } from "./discard-replaced-disks.ts";
import { followSites } from "./follow-sites.ts";
import { purgeDeletedVms } from "./purge-deleted-vms.ts";
import { reconcileInstances } from "./reconcile-instances.ts";
import { recordBandwidth } from "./record-bandwidth.ts";

/** The periodic jobs of compute. */
export const computeReconcilers = [
  reconcileInstances,
  followSites,
  recordBandwidth,
  discardReplacedDisks,
  purgeDeletedVms,
] as const;
