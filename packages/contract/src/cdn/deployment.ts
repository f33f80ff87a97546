import { z } from "zod";
import { ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { CdnDistributionStatus } from "./distribution.ts";

/** How far the edge has followed a distribution, and why not further. */
export const CdnDeployment = z
  .strictObject({
    distribution_id: z.string(),
    status: CdnDistributionStatus,
    /** The edge does not yet serve by the latest settings. */
    pending_changes: z.boolean(),
    /** When the edge last took the settings over. */
    deployed_at: Timestamp.nullable(),
    /** How often the latest settings were tried in vain. */
    failed_attempts: z.int(),
    /** Null when nothing is left to do, or nothing can be done any more. */
    next_attempt_at: Timestamp.nullable(),
    error_code: z.string().nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: "CdnDeployment" });
export type CdnDeployment = z.infer<typeof CdnDeployment>;

export const cdnDeploymentGet = defineOperation({
  id: "cdnDeployment.get",
  resource: "cdn_distribution",
  family: "CDN",
  method: "GET",
  path: "/cdn/distributions/{distribution_id}/deployment",
  scope: "cdn.read",
  summary: "Get how far the edge has followed a CDN distribution's settings, and why not further",
  params: { distribution_id: ResourceId },
  output: CdnDeployment,
  errors: ["not_found"],
});
