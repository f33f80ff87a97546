import type { OperationId } from "@fulmar/contract";
import { activityHandlers } from "./activity/index.ts";
import { alertHandlers } from "./alerts/index.ts";
import { approvalHandlers } from "./approvals/index.ts";
import { auditHandlers } from "./audit/index.ts";
import { billingHandlers } from "./billing/index.ts";
import { blockStorageHandlers } from "./block-storage/index.ts";
import { catalogHandlers } from "./catalog/index.ts";
import { cdnHandlers, memberUrls, requireBucketUnserved } from "./cdn/index.ts";
import { computeHandlers, volumeHolders } from "./compute/index.ts";
import { dnsHandlers } from "./dns/index.ts";
import { listEvents } from "./events/index.ts";
import { graphHandlers } from "./graph/index.ts";
import { identityHandlers } from "./identity/index.ts";
import { imageHandlers } from "./images/index.ts";
import { installationHandlers } from "./installation/index.ts";
import { loadBalancingHandlers } from "./load-balancing/index.ts";
import { metricsHandlers } from "./metrics/index.ts";
import { networkingHandlers } from "./networking/index.ts";
import { memberKeys, objectStorageHandlers, tokenKeys } from "./object-storage/index.ts";
import { operationHandlers } from "./operations/index.ts";
import { overviewHandlers } from "./overview/index.ts";
import { endRecovery, recoveryHandlers } from "./recovery/index.ts";
import type { Handler } from "./request/context.ts";
import { searchHandlers } from "./search/index.ts";
import { secretStoreHandlers } from "./secret-store/index.ts";
import { listSiteHealth } from "./site/index.ts";
import { tenancyHandlers } from "./tenancy/index.ts";
import { terminalHandlers } from "./terminal/index.ts";
import { memberTokens, tokenHandlers } from "./token/index.ts";
import { webhookHandlers } from "./webhooks/index.ts";

/** The handlers of all operations of the catalog. A missing handler is a compile error. */
export const handlers = {
  ...tokenHandlers(tokenKeys),
  ...approvalHandlers,
  ...auditHandlers,
  ...billingHandlers,
  ...catalogHandlers,
  ...computeHandlers(endRecovery),
  ...imageHandlers,
  ...operationHandlers,
  ...recoveryHandlers,
  ...metricsHandlers,
  ...objectStorageHandlers(requireBucketUnserved),
  ...networkingHandlers,
  ...loadBalancingHandlers,
  ...cdnHandlers,
  ...dnsHandlers,
  ...secretStoreHandlers,
  ...blockStorageHandlers(volumeHolders),
  ...tenancyHandlers({ apiTokens: memberTokens, accessKeys: memberKeys, cdnUrls: memberUrls }),
  ...identityHandlers,
  ...overviewHandlers,
  ...activityHandlers,
  ...searchHandlers,
  ...terminalHandlers,
  ...webhookHandlers,
  ...alertHandlers,
  ...graphHandlers,
  ...installationHandlers,
  "event.list": listEvents,
  "siteHealth.list": listSiteHealth,
} satisfies { [Id in OperationId]: Handler<Id> };
