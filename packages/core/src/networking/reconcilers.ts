import type { Reconciler } from "@fulmar/engine";
import type { WorkerServices } from "../work/worker-services.ts";
import { applyNetworks } from "./apply-networks.ts";
import { reconcileNetworks } from "./reconcile-networks.ts";

export const networkingReconcilers: readonly Reconciler<WorkerServices>[] = [applyNetworks, reconcileNetworks];
