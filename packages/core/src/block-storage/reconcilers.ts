import { reclaimVolumes } from "./reclaim-volumes.ts";
import { reconcileVolumes } from "./reconcile-volumes.ts";

/** The reconcilers of block storage. */
export const blockStorageReconcilers = [reclaimVolumes, reconcileVolumes] as const;
