import type { Reconciler } from "@fulmar/engine";
import { billingReconcilers } from "./billing/index.ts";
import { blockStorageReconcilers } from "./block-storage/reconcilers.ts";
import { cdnReconcilers } from "./cdn/reconcilers.ts";
import { computeReconcilers } from "./compute/reconcilers.ts";
import { purgeChanges } from "./live/index.ts";
import { loadBalancingReconcilers } from "./load-balancing/reconcilers.ts";
import { metricsReconcilers } from "./metrics/reconcilers.ts";
import { networkingReconcilers } from "./networking/reconcilers.ts";
import { recoveryReconcilers } from "./recovery/reconcilers.ts";
import { purgeIdempotencyKeys } from "./request/purge-idempotency-keys.ts";
import { destroyDeletedSecrets } from "./secret-store/destroy-deleted-secrets.ts";
import { siteReconcilers } from "./site/reconcilers.ts";
import type { WorkerServices } from "./work/worker-services.ts";

export { sagas } from "./sagas.ts";
export { checkSites } from "./site/fence/guard-sites.ts";
export { createWorkerServices, type WorkerServices } from "./work/worker-services.ts";

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
  ...siteReconcilers,
  destroyDeletedSecrets,
  purgeChanges,
  purgeIdempotencyKeys,
];
