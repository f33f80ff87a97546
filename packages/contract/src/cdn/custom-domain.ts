import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { DomainName } from "../values/domain-name.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { CDN_CUSTOM_DOMAIN_STATUSES } from "./states.ts";

/** States and transitions of the public API */
export const CdnCustomDomainStatus = z.enum(CDN_CUSTOM_DOMAIN_STATUSES);
export type CdnCustomDomainStatus = z.infer<typeof CdnCustomDomainStatus>;

/** CDN custom domain of the public API */
export const CdnCustomDomain = z
  .strictObject({
    domain: z.string(),
    status: CdnCustomDomainStatus,
    created_at: Timestamp,
    /** The state of the certificate: `pending`, `issued`, `renewing` or `failed`. Null until the domain is verified. */
    tls_status: z.string().nullable(),
    /** The DNS setup that remains to be done, one step per item. Null when nothing remains. */
    instructions: z.array(z.string()).nullable(),
  })
  .meta({ id: "CdnCustomDomain" });
export type CdnCustomDomain = z.infer<typeof CdnCustomDomain>;

/** A required DNS record. It either verifies ownership of the domain or points it at the distribution. */
export const CdnDnsRecord = z
  .strictObject({ type: z.enum(["TXT", "CNAME"]), name: z.string(), value: z.string() })
  .meta({ id: "CdnDnsRecord" });
export type CdnDnsRecord = z.infer<typeof CdnDnsRecord>;

/** A custom domain and the result of its last check. */
export const CdnCustomDomainReport = z
  .strictObject({
    ...CdnCustomDomain.shape,
    distribution_id: z.string(),
    /** Required for as long as the domain is served: its DNS is checked repeatedly. */
    dns_records: z.array(CdnDnsRecord),
    checked_at: Timestamp.nullable(),
    /** Null once the domain has failed, because it is no longer checked. */
    next_check_at: Timestamp.nullable(),
    /** The problem that the last check found, as a sentence. */
    problem: z.string().nullable(),
    certificate_expires_at: Timestamp.nullable(),
  })
  .meta({ id: "CdnCustomDomainReport" });
export type CdnCustomDomainReport = z.infer<typeof CdnCustomDomainReport>;

/** spec: the answer of GET …/custom-domains */
export const CdnCustomDomainList = z
  .strictObject({ distribution_id: z.string(), default_domain: z.string(), custom_domains: z.array(CdnCustomDomain) })
  .meta({ id: "CdnCustomDomainList" });

export const CreateCdnCustomDomain = z
  .strictObject({ domain: DomainName })
  .meta({ id: "CreateCdnCustomDomainRequest", examples: [{ domain: "cdn.example.com" }] });

export const CdnCustomDomainDeletion = z
  .strictObject({ status: z.literal("deleted"), domain: z.string() })
  .meta({ id: "CdnCustomDomainDeletion" });

const family = "CDN";
const distributionId = { distribution_id: ResourceId };
/** Case-insensitive, as in DNS. */
const oneDomain = { ...distributionId, domain: z.string().min(1).max(253).toLowerCase() };
const path = "/cdn/distributions/{distribution_id}/custom-domains";

const cdnCustomDomainList = defineOperation({
  id: "cdnCustomDomain.list",
  resource: "cdn_custom_domain",
  family,
  method: "GET",
  path,
  scope: "cdn.read",
  summary: "List the custom domains of a CDN distribution",
  params: distributionId,
  output: CdnCustomDomainList,
  errors: ["not_found"],
});

const cdnCustomDomainCreate = defineOperation({
  id: "cdnCustomDomain.create",
  resource: "cdn_custom_domain",
  family,
  method: "POST",
  path,
  scope: "cdn.write",
  summary: "Add a custom domain to a CDN distribution",
  description:
    "The domain is served once its DNS proves that it is yours, as the instructions say, and its " +
    "certificate is issued. Send an international name in its `xn--` form, and every name without a " +
    "trailing dot.",
  params: distributionId,
  body: CreateCdnCustomDomain,
  output: CdnCustomDomain,
  success: 201,
  errors: ["not_found", "conflict"],
});

const cdnCustomDomainGet = defineOperation({
  id: "cdnCustomDomain.get",
  resource: "cdn_custom_domain",
  family,
  method: "GET",
  path: `${path}/{domain}`,
  scope: "cdn.read",
  summary: "Get a custom domain of a CDN distribution with the result of its last check",
  params: oneDomain,
  output: CdnCustomDomainReport,
  errors: ["not_found"],
});

const cdnCustomDomainVerify = defineOperation({
  id: "cdnCustomDomain.verify",
  resource: "cdn_custom_domain",
  family,
  method: "POST",
  path: `${path}/{domain}/verify`,
  scope: "cdn.write",
  summary: "Check the DNS of a custom domain now",
  description:
    "The check runs within seconds; its result is on the custom domain. Checks of one domain are at least ten " +
    "seconds apart.",
  params: oneDomain,
  output: CdnCustomDomainReport,
  errors: ["not_found", "conflict"],
});

const cdnCustomDomainDelete = defineOperation({
  id: "cdnCustomDomain.delete",
  resource: "cdn_custom_domain",
  family,
  method: "DELETE",
  path: `${path}/{domain}`,
  scope: "cdn.write",
  summary: "Remove a custom domain from a CDN distribution",
  params: oneDomain,
  output: CdnCustomDomainDeletion,
  errors: ["not_found"],
});

export const customDomainOperations = [
  cdnCustomDomainList,
  cdnCustomDomainCreate,
  cdnCustomDomainGet,
  cdnCustomDomainVerify,
  cdnCustomDomainDelete,
] as const;
