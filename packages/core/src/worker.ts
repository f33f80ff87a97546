import type { Reconciler } from "@fulmar/engine";
import { billingReconcilers } from "./billing/reconcilers.ts";
import { blockStorageReconcilers } from "./block-storage/index.ts";
import { cdnReconcilers } from "./cdn/reconcilers.ts";
import { computeReconcilers } from "./compute/index.ts";
import { purgeChanges } from "./live/purge-changes.ts";
import { loadBalancingReconcilers } from "./load-balancing/reconcilers.ts";
import { recordMetrics } from "./metrics/index.ts";
import { networkingReconcilers } from "./networking/reconcilers.ts";
import { recoveryReconcilers } from "./recovery/index.ts";
import { purgeIdempotencyKeys } from "./request/purge-idempotency-keys.ts";
import { destroyDeletedSecrets } from "./secret-store/destroy-deleted-secrets.ts";
import { siteReconcilers } from "./site/reconcilers.ts";
import type { WorkerServices } from "./work/worker-services.ts";

export { sagas } from "./operations/index.ts";
export { checkSites } from "./site/fence/guard-sites.ts";
export { createWorkerServices, type WorkerServices } from "./work/worker-services.ts";

/** Every periodic job of the installation. */
export const reconcilers: readonly Reconciler<WorkerServices>[] = [
  ...billingReconcilers,
  ...blockStorageReconcilers,
  ...cdnReconcilers,
  ...computeReconcilers,
  ...loadBalancingReconcilers,
  ...networkingReconcilers,
  ...recoveryReconcilers,
  ...siteReconcilers,
  destroyDeletedSecrets,
  purgeChanges,
  purgeIdempotencyKeys,
  recordMetrics,
];
