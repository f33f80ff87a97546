import type { Reconciler, Saga } from "@fulmar/engine";
import { billingReconcilers } from "./billing/reconcilers.ts";
import { blockStorageReconcilers } from "./block-storage/reconcilers.ts";
import { blockStorageSagas } from "./block-storage/sagas.ts";
import { cdnReconcilers } from "./cdn/reconcilers.ts";
import { computeReconcilers } from "./compute/reconcilers.ts";
import { computeSagas } from "./compute/sagas.ts";
import { purgeIdempotencyKeys } from "./kernel/purge-idempotency-keys.ts";
import type { WorkerServices } from "./kernel/worker-services.ts";
import { loadBalancingReconcilers } from "./load-balancing/reconcilers.ts";
import { metricsReconcilers } from "./metrics/reconcilers.ts";
import { networkingReconcilers } from "./networking/reconcilers.ts";
import { recoveryReconcilers } from "./recovery/reconcilers.ts";
import { recoverySagas } from "./recovery/sagas.ts";
import { destroyDeletedSecrets } from "./secret-store/destroy-deleted-secrets.ts";

export { createWorkerServices, type WorkerServices } from "./kernel/worker-services.ts";

/** Every saga that a worker can carry out. */
export const sagas: readonly Saga<WorkerServices>[] = [...blockStorageSagas, ...computeSagas, ...recoverySagas];

/** Every periodic job of the installation. */
export const reconcilers: readonly Reconciler<WorkerServices>[] = [
  ...billingReconcilers,
  ...blockStorageReconcilers,
  ...cdnReconcilers,
  ...computeReconcilers,
  ...loadBalancingReconcilers,
  ...metricsReconcilers,
  ...networkingReconcilers,
  ...recoveryReconcilers,
  destroyDeletedSecrets,
  purgeIdempotencyKeys,
];
