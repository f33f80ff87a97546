import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Name, pageQuery, ResourceId, searchQuery, severalOf, Timestamp } from "../values/fields.ts";
import { CDN_CACHE_POLICIES, CDN_DISTRIBUTION_STATUSES, CDN_ORIGIN_TYPES } from "./states.ts";

export const CdnOriginType = z.enum(CDN_ORIGIN_TYPES);
export type CdnOriginType = z.infer<typeof CdnOriginType>;

export const CdnCachePolicy = z.enum(CDN_CACHE_POLICIES);
export type CdnCachePolicy = z.infer<typeof CdnCachePolicy>;

/** States and transitions of the public API */
export const CdnDistributionStatus = z.enum(CDN_DISTRIBUTION_STATUSES);
export type CdnDistributionStatus = z.infer<typeof CdnDistributionStatus>;

/** CDN distribution of the public API */
export const CdnDistribution = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    /** For a bucket its name, for a custom origin its URL. */
    origin_id: z.string(),
    origin_type: CdnOriginType,
    default_domain: z.string(),
    default_url: z.string(),
    cache_policy: CdnCachePolicy,
    enabled: z.boolean(),
    status: CdnDistributionStatus,
    custom_domains: z.array(z.string()),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: "CdnDistribution" });
export type CdnDistribution = z.infer<typeof CdnDistribution>;

/** CreateCdnDistributionRequest of the public API */
export const CreateCdnDistribution = z
  .strictObject({
    name: Name,
    origin_id: z.string().min(1).max(2048),
    origin_type: CdnOriginType.default("bucket"),
    cache_policy: CdnCachePolicy.default("static-assets"),
  })
  .meta({
    id: "CreateCdnDistributionRequest",
    examples: [{ name: "pictures", origin_id: "photos", origin_type: "bucket", cache_policy: "media" }],
  });
export type CreateCdnDistribution = z.infer<typeof CreateCdnDistribution>;

/** UpdateCdnDistributionRequest of the public API. An empty body is valid. */
export const UpdateCdnDistribution = z
  .strictObject({ name: Name.optional(), cache_policy: CdnCachePolicy.optional(), enabled: z.boolean().optional() })
  .meta({ id: "UpdateCdnDistributionRequest", examples: [{ cache_policy: "short", enabled: true }] });

export const CdnDistributionDeletion = z
  .strictObject({ status: z.literal("deleted"), id: z.string() })
  .meta({ id: "CdnDistributionDeletion" });

const distributionId = { distribution_id: ResourceId };
const family = "CDN";

const cdnDistributionList = defineOperation({
  id: "cdnDistribution.list",
  resource: "cdn_distribution",
  family,
  method: "GET",
  path: "/cdn/distributions",
  scope: "cdn.read",
  summary: "List CDN distributions",
  query: {
    ...pageQuery(),
    ...searchQuery,
    status: severalOf(CdnDistributionStatus),
    name: z.string().max(63).optional(),
  },
  output: z.array(CdnDistribution),
  list: true,
});

const cdnDistributionCreate = defineOperation({
  id: "cdnDistribution.create",
  resource: "cdn_distribution",
  family,
  method: "POST",
  path: "/cdn/distributions",
  scope: "cdn.write",
  references: [{ field: "origin_id", where: { origin_type: "bucket" }, scope: "object-storage.read", strict: true }],
  summary: "Create a CDN distribution",
  description:
    "It is `deploying` until the edge has it, seconds later; then `active`, or `failed`, with the reason on its deployment.",
  body: CreateCdnDistribution,
  output: CdnDistribution,
  success: 201,
  billable: true,
  errors: ["billing_denied", "conflict"],
});

const cdnDistributionGet = defineOperation({
  id: "cdnDistribution.get",
  resource: "cdn_distribution",
  family,
  method: "GET",
  path: "/cdn/distributions/{distribution_id}",
  scope: "cdn.read",
  summary: "Get a CDN distribution",
  params: distributionId,
  output: CdnDistribution,
  errors: ["not_found"],
});

const cdnDistributionUpdate = defineOperation({
  id: "cdnDistribution.update",
  resource: "cdn_distribution",
  family,
  method: "PATCH",
  path: "/cdn/distributions/{distribution_id}",
  scope: "cdn.write",
  summary: "Rename, enable or disable a CDN distribution, or change how it caches",
  params: distributionId,
  body: UpdateCdnDistribution,
  output: CdnDistribution,
  errors: ["not_found"],
});

const cdnDistributionDelete = defineOperation({
  id: "cdnDistribution.delete",
  resource: "cdn_distribution",
  family,
  method: "DELETE",
  path: "/cdn/distributions/{distribution_id}",
  scope: "cdn.write",
  summary: "Delete a CDN distribution and its custom domains",
  params: distributionId,
  output: CdnDistributionDeletion,
  errors: ["not_found"],
});

/** How far the edge has deployed a distribution's settings, and what stops it. */
export const CdnDeployment = z
  .strictObject({
    distribution_id: z.string(),
    status: CdnDistributionStatus,
    /** Whether the edge has yet to apply the latest settings. */
    pending_changes: z.boolean(),
    /** When the edge last deployed the settings. */
    deployed_at: Timestamp.nullable(),
    /** The number of failed attempts to deploy the latest settings. */
    failed_attempts: z.int(),
    /** Null if nothing remains to be done, or nothing more can be done. */
    next_attempt_at: Timestamp.nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: "CdnDeployment" });
export type CdnDeployment = z.infer<typeof CdnDeployment>;

const cdnDeploymentGet = defineOperation({
  id: "cdnDeployment.get",
  resource: "cdn_distribution",
  family: "CDN",
  method: "GET",
  path: "/cdn/distributions/{distribution_id}/deployment",
  scope: "cdn.read",
  summary: "Get the deployment of a CDN distribution's settings, and what blocks it",
  params: { distribution_id: ResourceId },
  output: CdnDeployment,
  errors: ["not_found"],
});

export const distributionOperations = [
  cdnDistributionList,
  cdnDistributionCreate,
  cdnDistributionGet,
  cdnDistributionUpdate,
  cdnDistributionDelete,
  cdnDeploymentGet,
] as const;
