import type { Reconciler, Saga } from "@fulmar/engine";
import { computeReconcilers } from "./compute/reconcilers.ts";
import { computeSagas } from "./compute/sagas.ts";
import { purgeIdempotencyKeys } from "./kernel/purge-idempotency-keys.ts";
import type { WorkerServices } from "./kernel/worker-services.ts";

export { createWorkerServices, type WorkerServices } from "./kernel/worker-services.ts";

/** Every saga that a worker can carry out. */
export const sagas: readonly Saga<WorkerServices>[] = [...computeSagas];

/** Every periodic job of the installation. */
export const reconcilers: readonly Reconciler<WorkerServices>[] = [...computeReconcilers, purgeIdempotencyKeys];
