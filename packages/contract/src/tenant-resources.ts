import { alertResources } from "./alerts/resources.ts";
import { approvalResources } from "./approvals/resources.ts";
import { billingResources } from "./billing/resources.ts";
import { blockStorageResources } from "./block-storage/resources.ts";
import { cdnResources } from "./cdn/resources.ts";
import { computeResources } from "./compute/resources.ts";
import { dnsResources } from "./dns/resources.ts";
import { loadBalancingResources } from "./load-balancing/resources.ts";
import { networkingResources } from "./networking/resources.ts";
import { objectStorageResources } from "./object-storage/resources.ts";
import { recoveryResources } from "./recovery/resources.ts";
import { secretStoreResources } from "./secret-store/resources.ts";
import { tenancyResources } from "./tenancy/resources.ts";
import { webhookResources } from "./webhooks/resources.ts";

/**
 * The resource types that tenants know of. They stand apart from those of the installation, which a page of the console
 * does not load for a tenant.
 */
export const TENANT_RESOURCES = {
  ...computeResources,
  ...blockStorageResources,
  ...recoveryResources,
  ...objectStorageResources,
  ...networkingResources,
  ...loadBalancingResources,
  ...cdnResources,
  ...dnsResources,
  ...secretStoreResources,
  ...alertResources,
  ...webhookResources,
  ...approvalResources,
  ...billingResources,
  ...tenancyResources,
} as const;

type TenantResourceType = keyof typeof TENANT_RESOURCES;

/** The types that the console's search finds: those with a page. */
export type FoundType = {
  [Type in TenantResourceType]: (typeof TENANT_RESOURCES)[Type]["page"] extends string ? Type : never;
}[TenantResourceType];

function isTenantType(type: string): type is TenantResourceType {
  return Object.hasOwn(TENANT_RESOURCES, type);
}

export function isFoundType(type: string): type is FoundType {
  return isTenantType(type) && TENANT_RESOURCES[type].page !== null;
}

export const TENANT_RESOURCE_TYPES: readonly TenantResourceType[] = Object.keys(TENANT_RESOURCES).filter(isTenantType);

export const FOUND_TYPES: readonly FoundType[] = TENANT_RESOURCE_TYPES.filter(isFoundType);
