import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { CDN_PURGE_STATUSES } from "./states.ts";

export const CdnPurgeStatus = z.enum(CDN_PURGE_STATUSES);
export type CdnPurgeStatus = z.infer<typeof CdnPurgeStatus>;

/** A request to purge the edge's cache: some paths, or everything. */
export const CdnPurge = z
  .strictObject({
    purge_id: z.string(),
    distribution_id: z.string(),
    status: CdnPurgeStatus,
    paths: z.array(z.string()),
    everything: z.boolean(),
    requested_at: Timestamp,
    completed_at: Timestamp.nullable(),
    /** Why it failed, as a sentence. */
    error: z.string().nullable(),
  })
  .meta({ id: "CdnPurge" });
export type CdnPurge = z.infer<typeof CdnPurge>;

const MOST_PATHS = 100;

/** A path as in URLs, percent-encoded (RFC 3986). A `*` at the end matches every path with this prefix. */
const PurgePath = z
  .string()
  .max(2048)
  .regex(
    /^\/(?:[A-Za-z0-9._~!$&'()+,;=:@/-]|%[0-9A-Fa-f]{2})*\*?$/,
    "must be a path such as /pictures/one.png or /pictures/*, percent-encoded, without a query",
  );

export const CreateCdnPurge = z
  .strictObject({
    paths: z.array(PurgePath).min(1).max(MOST_PATHS).optional(),
    everything: z.literal(true).optional(),
  })
  .refine((purge) => (purge.paths === undefined) !== (purge.everything === undefined), {
    path: ["paths"],
    message: "or everything must be given, and not both",
  })
  .meta({ id: "CreateCdnPurgeRequest", examples: [{ paths: ["/index.html", "/images/*"] }] });
export type CreateCdnPurge = z.infer<typeof CreateCdnPurge>;

const family = "CDN";
const distributionId = { distribution_id: ResourceId };
const path = "/cdn/distributions/{distribution_id}";

const cdnPurgeCreate = defineOperation({
  id: "cdnPurge.create",
  resource: "cdn_distribution",
  family,
  method: "POST",
  path: `${path}/purge`,
  scope: "cdn.write",
  summary: "Purge paths of a CDN distribution, or everything, from the cache",
  description: "Purges that wait at the same time are carried out together.",
  params: distributionId,
  body: CreateCdnPurge,
  output: CdnPurge,
  success: 201,
  errors: ["not_found", "conflict"],
});

const cdnPurgeList = defineOperation({
  id: "cdnPurge.list",
  resource: "cdn_purge",
  family,
  method: "GET",
  path: `${path}/purges`,
  scope: "cdn.read",
  summary: "List the purges of a CDN distribution",
  description: "Completed purges are kept for 30 days.",
  params: distributionId,
  query: { ...pageQuery(), status: CdnPurgeStatus.optional() },
  output: z.array(CdnPurge),
  list: true,
  errors: ["not_found"],
});

const cdnPurgeGet = defineOperation({
  id: "cdnPurge.get",
  resource: "cdn_purge",
  family,
  method: "GET",
  path: `${path}/purges/{purge_id}`,
  scope: "cdn.read",
  summary: "Get a purge of a CDN distribution",
  params: { ...distributionId, purge_id: ResourceId },
  output: CdnPurge,
  errors: ["not_found"],
});

export const purgeOperations = [cdnPurgeCreate, cdnPurgeList, cdnPurgeGet] as const;
