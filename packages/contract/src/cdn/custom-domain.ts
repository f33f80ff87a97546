import { z } from "zod";
import { ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { DomainName } from "./domain-name.ts";

/** spec: States and transitions */
export const CdnCustomDomainStatus = z.enum(["pending_validation", "pending_tls", "active", "failed"]);
export type CdnCustomDomainStatus = z.infer<typeof CdnCustomDomainStatus>;

/** spec: CDN custom domain */
export const CdnCustomDomain = z
  .strictObject({
    domain: z.string(),
    status: CdnCustomDomainStatus,
    created_at: Timestamp,
    tls_status: z.string().nullable(),
    /** What to set up where the domain's DNS is kept, a step per item; null once nothing is left to do. */
    instructions: z.array(z.string()).nullable(),
  })
  .meta({ id: "CdnCustomDomain" });
export type CdnCustomDomain = z.infer<typeof CdnCustomDomain>;

/** spec: the answer of GET …/custom-domains */
export const CdnCustomDomainList = z
  .strictObject({ distribution_id: z.string(), default_domain: z.string(), custom_domains: z.array(CdnCustomDomain) })
  .meta({ id: "CdnCustomDomainList" });

export const CreateCdnCustomDomain = z.strictObject({ domain: DomainName }).meta({ id: "CreateCdnCustomDomainRequest" });

const distributionId = { distribution_id: ResourceId };
const path = "/cdn/distributions/{distribution_id}/custom-domains";

export const cdnCustomDomainList = defineOperation({
  id: "cdnCustomDomain.list",
  family: "CDN",
  method: "GET",
  path,
  scope: "cdn.read",
  summary: "List the custom domains of a CDN distribution",
  params: distributionId,
  output: CdnCustomDomainList,
  errors: ["not_found"],
});

export const cdnCustomDomainCreate = defineOperation({
  id: "cdnCustomDomain.create",
  family: "CDN",
  method: "POST",
  path,
  scope: "cdn.write",
  summary: "Add a custom domain to a CDN distribution",
  params: distributionId,
  body: CreateCdnCustomDomain,
  output: CdnCustomDomain,
  success: 201,
  errors: ["not_found", "conflict"],
});
