import type { Configuration } from "@fulmar/config";
import type { Reconciler, Saga } from "@fulmar/engine";
import type { Database } from "@fulmar/prisma";
import { computeReconcilers } from "./compute/reconcilers.ts";
import { computeSagas } from "./compute/sagas.ts";
import { type ComputeServices, createComputeServices } from "./compute/services.ts";
import { purgeIdempotencyKeys } from "./kernel/purge-idempotency-keys.ts";

/** What sagas and reconcilers of all families work with. */
export type WorkerServices = ComputeServices;

/** Every saga that a worker can carry out. */
export const sagas: readonly Saga<WorkerServices>[] = [...computeSagas];

/** Every periodic job of the installation. */
export const reconcilers: readonly Reconciler<WorkerServices>[] = [...computeReconcilers, purgeIdempotencyKeys];

/** The services of one worker process; the database stays the caller's. */
export function createWorkerServices(database: Database, _configuration: Configuration): WorkerServices {
  return createComputeServices(database);
}
