import type { OperationId } from "@fulmar/contract";
import { activityHandlers } from "./activity/index.ts";
import { auditHandlers } from "./audit/index.ts";
import { billingHandlers } from "./billing/index.ts";
import { blockStorageHandlers } from "./block-storage/handlers.ts";
import { cdnHandlers } from "./cdn/handlers.ts";
import { computeHandlers } from "./compute/handlers.ts";
import { identityHandlers } from "./identity/index.ts";
import { loadBalancingHandlers } from "./load-balancing/handlers.ts";
import { metricsHandlers } from "./metrics/handlers.ts";
import { networkingHandlers } from "./networking/handlers.ts";
import { objectStorageHandlers } from "./object-storage/handlers.ts";
import { operationHandlers } from "./operations/handlers.ts";
import { overviewHandlers } from "./overview/index.ts";
import { recoveryHandlers } from "./recovery/handlers.ts";
import type { Handler } from "./request/context.ts";
import { searchHandlers } from "./search/index.ts";
import { secretStoreHandlers } from "./secret-store/handlers.ts";
import { listSiteHealth } from "./site/index.ts";
import { tenancyHandlers } from "./tenancy/index.ts";
import { tokenHandlers } from "./token/index.ts";

/** What every operation of the catalog does. A missing one does not compile. */
export const handlers = {
  ...tokenHandlers,
  ...auditHandlers,
  ...billingHandlers,
  ...computeHandlers,
  ...operationHandlers,
  ...recoveryHandlers,
  ...metricsHandlers,
  ...objectStorageHandlers,
  ...networkingHandlers,
  ...loadBalancingHandlers,
  ...cdnHandlers,
  ...secretStoreHandlers,
  ...blockStorageHandlers,
  ...tenancyHandlers,
  ...identityHandlers,
  ...overviewHandlers,
  ...activityHandlers,
  ...searchHandlers,
  "siteHealth.list": listSiteHealth,
} satisfies { [Id in OperationId]: Handler<Id> };
