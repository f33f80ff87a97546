import { purgeDeletedVms } from "./purge-deleted-vms.ts";

/** The periodic jobs of compute. */
export const computeReconcilers = [purgeDeletedVms] as const;
