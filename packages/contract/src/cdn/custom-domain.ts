import { z } from "zod";
import { ResourceId, Timestamp } from "../kernel/fields.ts";
import { defineOperation } from "../kernel/operation.ts";
import { CDN_CUSTOM_DOMAIN_STATUSES } from "./states.ts";

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** DNS names have at most 253 characters; what proves a domain stands below it, under one more label. */
export const CHALLENGE_LABEL = "_fulmar-challenge";
const LONGEST = 253 - CHALLENGE_LABEL.length - 1;

/**
 * A host name of at least two labels (RFC 1123), in any case; it is kept in lower case. International names are sent in
 * their `xn--` form.
 */
export const DomainName = z
  .string()
  .min(1)
  .max(LONGEST)
  .toLowerCase()
  .refine(
    (name) => name.includes(".") && name.split(".").every((label) => LABEL.test(label)),
    "must be a host name such as cdn.example.com",
  )
  .refine((name) => !/\.\d+$/.test(name), "must be a host name, not an IP address");

/** spec: States and transitions */
export const CdnCustomDomainStatus = z.enum(CDN_CUSTOM_DOMAIN_STATUSES);
export type CdnCustomDomainStatus = z.infer<typeof CdnCustomDomainStatus>;

/** spec: CDN custom domain */
export const CdnCustomDomain = z
  .strictObject({
    domain: z.string(),
    status: CdnCustomDomainStatus,
    created_at: Timestamp,
    /** Of the certificate: `pending`, `issued`, `renewing` or `failed`; null before the domain is proved. */
    tls_status: z.string().nullable(),
    /** What to set up where the domain's DNS is kept, a step per item; null once nothing is left to do. */
    instructions: z.array(z.string()).nullable(),
  })
  .meta({ id: "CdnCustomDomain" });
export type CdnCustomDomain = z.infer<typeof CdnCustomDomain>;

/** A record that the domain's DNS must have: it proves whose the domain is, or leads it to the distribution. */
export const CdnDnsRecord = z
  .strictObject({ type: z.enum(["TXT", "CNAME"]), name: z.string(), value: z.string() })
  .meta({ id: "CdnDnsRecord" });
export type CdnDnsRecord = z.infer<typeof CdnDnsRecord>;

/** A custom domain, and what its last check found. */
export const CdnCustomDomainReport = z
  .strictObject({
    ...CdnCustomDomain.shape,
    distribution_id: z.string(),
    /** For as long as the domain is to be served: its DNS is looked at again and again. */
    dns_records: z.array(CdnDnsRecord),
    checked_at: Timestamp.nullable(),
    /** Null once it has failed: it is not looked at again. */
    next_check_at: Timestamp.nullable(),
    /** What the last check found wrong, in a sentence. */
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
/** In any case, as in DNS. */
const oneDomain = { ...distributionId, domain: z.string().min(1).max(253).toLowerCase() };
const path = "/cdn/distributions/{distribution_id}/custom-domains";

export const cdnCustomDomainList = defineOperation({
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

export const cdnCustomDomainCreate = defineOperation({
  id: "cdnCustomDomain.create",
  resource: "cdn_custom_domain",
  family,
  method: "POST",
  path,
  scope: "cdn.write",
  summary: "Add a custom domain to a CDN distribution",
  description:
    "The domain is served once its DNS proves that it is yours, as the instructions say, and its certificate is issued.",
  params: distributionId,
  body: CreateCdnCustomDomain,
  output: CdnCustomDomain,
  success: 201,
  errors: ["not_found", "conflict"],
});

export const cdnCustomDomainGet = defineOperation({
  id: "cdnCustomDomain.get",
  resource: "cdn_custom_domain",
  family,
  method: "GET",
  path: `${path}/{domain}`,
  scope: "cdn.read",
  summary: "Get a custom domain of a CDN distribution, and what its last check found",
  params: oneDomain,
  output: CdnCustomDomainReport,
  errors: ["not_found"],
});

export const cdnCustomDomainVerify = defineOperation({
  id: "cdnCustomDomain.verify",
  resource: "cdn_custom_domain",
  family,
  method: "POST",
  path: `${path}/{domain}/verify`,
  scope: "cdn.write",
  summary: "Have a custom domain's DNS checked now",
  description:
    "The check runs within seconds; its result is on the custom domain. Checks of one domain are at least ten seconds apart.",
  params: oneDomain,
  output: CdnCustomDomainReport,
  errors: ["not_found", "conflict"],
});

export const cdnCustomDomainDelete = defineOperation({
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
