import type { Reconciler } from "@fulmar/engine";
import type { WorkerServices } from "../work/worker-services.ts";
import { checkDomains } from "./check-domains.ts";
import { deployCommonPaths } from "./common-paths.ts";
import { deployDistributions } from "./deployments.ts";
import { forgetCdnMetrics } from "./get-metrics.ts";
import { orderOwnCertificate } from "./order-own-certificate.ts";
import { reconcileEdge } from "./reconcile-edge.ts";
import { forgetPurges, runPurges } from "./run-purges.ts";

export { cdnZone } from "./cdn-zone.ts";
export { cdnConstraintErrors } from "./constraint-errors.ts";
export { requireBucketUnserved } from "./distributions.ts";
export { cdnHandlers } from "./handlers.ts";
export { installationCdn } from "./installation-cdn.ts";
export { type OwnDomains, ownerOf } from "./own-domains.ts";
export { resealCertificateKeys } from "./reseal-certificate-keys.ts";
export { memberUrls } from "./url-signers.ts";

export const cdnReconcilers: readonly Reconciler<WorkerServices>[] = [
  deployDistributions,
  deployCommonPaths,
  checkDomains,
  orderOwnCertificate,
  runPurges,
  reconcileEdge,
  forgetPurges,
  forgetCdnMetrics,
];
