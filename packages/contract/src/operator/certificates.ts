// The certificates that the installation obtains, of all organizations and of its own names.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, Timestamp } from "../values/fields.ts";

/** The states of a certificate that the installation obtains. */
const CertificateState = z.enum(["pending", "valid", "renewing", "failing", "expired"]);
export type CertificateState = z.infer<typeof CertificateState>;

/** What an edge last told of a certificate that it serves. */
export const ServedCertificate = z
  .strictObject({
    edge_id: z.string(),
    edge_name: z.string(),
    /** SHA-256 of the certificate, in hexadecimal. */
    fingerprint: z.string(),
    /** The common name or the organization of who signed it. */
    issuer: z.string(),
    expires_at: Timestamp,
    /** Whether it ends when the one that was obtained ends. An edge serves another until it has applied the new one. */
    as_obtained: z.boolean(),
  })
  .meta({ id: "ServedCertificate" });
export type ServedCertificate = z.infer<typeof ServedCertificate>;

export const OperatorCertificate = z
  .strictObject({
    /** The load balancer or distribution and the domain, or the CDN's own name. */
    certificate_id: z.string(),
    /** What serves it. `cdn`: the CDN's own names, which belong to no organization. */
    kind: z.enum(["load_balancer", "custom_domain", "cdn"]),
    /** The load balancer or the distribution. */
    resource_id: z.string().nullable(),
    resource_name: z.string().nullable(),
    workspace_id: z.string().nullable(),
    workspace_name: z.string().nullable(),
    organization_id: z.string().nullable(),
    organization_name: z.string().nullable(),
    names: z.array(z.string()),
    /** The host of the authority. Null before it was first asked, and where certificates are simulated. */
    issuer: z.string().nullable(),
    /** Null while there is none yet. */
    expires_at: Timestamp.nullable(),
    /** When its renewal is due. */
    renew_at: Timestamp.nullable(),
    /** `pending`: there is none yet. `renewing`: its renewal is due. `failing`: the last try failed. */
    state: CertificateState,
    /** Why the last try failed. */
    last_error: z.string().nullable(),
    /** The tries that the authority refused, since the last success. */
    failures: z.int(),
    /** The authority is not asked before. */
    next_try_at: Timestamp.nullable(),
    /** What edges serve for it, at most 20 of them. Empty where the provider of the site serves it. */
    served: z.array(ServedCertificate),
  })
  .meta({ id: "OperatorCertificate" });
export type OperatorCertificate = z.infer<typeof OperatorCertificate>;

const MOST_DAYS = 365;

const operatorCertificateList = defineOperation({
  family: "Operator",
  audience: "operator",
  subject: "installation",
  id: "operatorCertificate.list",
  resource: "operator_certificate",
  method: "GET",
  path: "/operator/certificates",
  summary: "List the certificates of load balancers, custom domains and the CDN's own names, by their expiry",
  description: "Certificates in the secret stores of customers are not included.",
  query: {
    ...pageQuery(),
    /** Those that end within so many days, or have ended. */
    expires_within_days: z.int().min(0).max(MOST_DAYS).optional(),
    /** Those whose last try failed. */
    failing: z.boolean().optional(),
  },
  output: z.array(OperatorCertificate),
  list: true,
});

export const operatorCertificateOperations = [operatorCertificateList] as const;
