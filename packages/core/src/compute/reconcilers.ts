import { recordBandwidth } from "./bandwidth.ts";
import { purgeDeletedVms } from "./delete-vm.ts";
import { discardReplacedDisks } from "./discard-replaced-disks.ts";
import { reconcileInstances } from "./reconcile-instances.ts";

/** The periodic jobs of compute. */
export const computeReconcilers = [reconcileInstances, recordBandwidth, discardReplacedDisks, purgeDeletedVms] as const;
