import { z } from "zod";
import { DocumentKind } from "./document.ts";

/** The health of a target. `reason` is a sentence for its owner; null for one that is online. */
export const TargetHealth = z.strictObject({
  targetId: z.string().max(64),
  status: z.enum(["online", "offline", "draining", "unknown"]),
  reason: z.string().max(500).nullable(),
});
export type TargetHealth = z.infer<typeof TargetHealth>;

/** Answers by the first digit of their status. */
const Statuses = z.strictObject({
  "2xx": z.int().min(0),
  "3xx": z.int().min(0),
  "4xx": z.int().min(0),
  "5xx": z.int().min(0),
});

export const DistributionUsage = z.strictObject({
  distributionId: z.string().max(64),
  /** Sent to visitors, with headers. */
  bytes: z.int().min(0),
  /** Zero from agents that do not count them. */
  requests: z.int().min(0).default(0),
  /** Requests that a cache answered. */
  cacheHits: z.int().min(0).default(0),
  statuses: Statuses.default({ "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0 }),
});
export type DistributionUsage = z.infer<typeof DistributionUsage>;

/** The usage of a listener or a target of a load balancer. */
export const BalancerUsage = z.strictObject({
  loadBalancerId: z.string().max(64),
  part: z.enum(["listener", "target"]),
  partId: z.string().max(64),
  /** HTTP requests, or connections of a TCP listener. */
  requests: z.int().min(0),
  /** From clients. */
  bytesReceived: z.int().min(0),
  /** To clients. */
  bytesSent: z.int().min(0),
  /** Zero for TCP. */
  statuses: Statuses,
  /** Of a listener: requests that are not HTTP. Of a target: connections and answers that failed. */
  errors: z.int().min(0),
  /** Milliseconds until the target answered, added up over its requests. Zero for a listener, and for TCP. */
  responseMs: z.int().min(0),
});
export type BalancerUsage = z.infer<typeof BalancerUsage>;

/**
 * Counts that are sent until the API has taken them. A batch that comes twice counts once. Fields of newer agents are
 * ignored.
 */
export const UsageBatch = z.object({
  id: z.string().max(64),
  distributions: z.array(DistributionUsage).max(10_000),
  loadBalancers: z.array(BalancerUsage).max(10_000).default([]),
});
export type UsageBatch = z.infer<typeof UsageBatch>;

/** The most that a report names of the certificates that an edge serves: those that end first. */
export const MOST_SERVED_CERTIFICATES = 1_000;

/** A certificate that visitors of a name get. */
export const ServedCertificate = z.strictObject({
  /** What it is served for. */
  kind: z.enum(["load_balancer", "certificate"]),
  /** The load balancer, or the certificate's document. */
  id: z.string().max(128),
  /** The domain. Of a certificate from the secret store, the secret, or a name in the certificate. */
  name: z.string().max(253),
  /** SHA-256 of the certificate in DER, in hexadecimal. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  /** The common name or the organization of who signed it. */
  issuer: z.string().max(200),
  expiresAt: z.iso.datetime(),
});
export type ServedCertificate = z.infer<typeof ServedCertificate>;

/** An edge's report to the API, every few seconds and soon after it has applied something. */
export const EdgeReport = z.strictObject({
  /** Every document up to this sequence is applied, or is among `failures`. */
  applied: z.int().min(0),
  /** Documents that could not be applied. The edge serves their previous revisions, if any. */
  failures: z
    .array(
      z.strictObject({
        kind: DocumentKind,
        id: z.string().max(128),
        revision: z.int32(),
        message: z.string().max(2000),
      }),
    )
    .max(1000),
  /** The health of the targets of each load balancer that the edge serves. */
  health: z
    .array(z.strictObject({ loadBalancerId: z.string().max(64), targets: z.array(TargetHealth).max(1000) }))
    .max(10_000),
  /** The kinds of documents that the edge's servers serve. */
  kinds: z.array(DocumentKind).max(10),
  /** The usage of distributions and load balancers since the last batch that the API took; null if none. */
  usage: UsageBatch.nullable(),
  /** The servers that the edge runs, such as `HAProxy 2.6.12`. */
  servers: z.array(z.string().max(100)).max(10),
  /** All that it serves, whenever that has changed; null where it is as last told. Absent from agents of before. */
  certificates: z.array(ServedCertificate).max(MOST_SERVED_CERTIFICATES).nullable().default(null),
});
export type EdgeReport = z.infer<typeof EdgeReport>;

/** `POST /edge/v1/enrollment`: exchanges a one-time token for a credential. */
export const Enrollment = z.strictObject({ token: z.string().max(200), hostname: z.string().max(253) });
export type Enrollment = z.infer<typeof Enrollment>;

export const Enrolled = z.strictObject({ edgeId: z.string(), credential: z.string() });
export type Enrolled = z.infer<typeof Enrolled>;
