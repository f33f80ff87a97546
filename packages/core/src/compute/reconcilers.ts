import { recordBandwidth } from "./bandwidth.ts";
import { purgeDeletedVms } from "./delete-vm.ts";
import { discardReplacedDisks } from "./discard-replaced-disks.ts";
import { followSites } from "./follow-sites.ts";
import { reconcileInstances } from "./reconcile-instances.ts";

/** The reconcilers of compute. */
export const computeReconcilers = [
  reconcileInstances,
  followSites,
  recordBandwidth,
  discardReplacedDisks,
  purgeDeletedVms,
] as const;
