import { customDomainOperations } from "./custom-domain.ts";
import { distributionOperations } from "./distribution.ts";
import { cdnMetricsOperations } from "./distribution-metrics.ts";
import { objectUrlOperations } from "./object-url.ts";
import { purgeOperations } from "./purge.ts";
import { websiteOperations } from "./website.ts";

export * from "./custom-domain.ts";
export * from "./distribution.ts";
export * from "./distribution-metrics.ts";
export * from "./object-url.ts";
export * from "./purge.ts";
export * from "./redirect.ts";
export * from "./states.ts";
export * from "./website.ts";

/** The family's operations, in the documentation's order. */
export const cdnOperations = [
  ...distributionOperations,
  ...cdnMetricsOperations,
  ...customDomainOperations,
  ...purgeOperations,
  ...websiteOperations,
  ...objectUrlOperations,
] as const;
