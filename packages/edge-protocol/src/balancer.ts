import { REDIRECT_STATUSES } from "@fulmar/contract";
import { z } from "zod";

const BalancerTarget = z.strictObject({
  targetId: z.string(),
  /** Null where the target is given by address. */
  vmId: z.string().nullable(),
  /** Null for a VM without an address, and for an address that no machine can have. */
  address: z.string().nullable(),
  /** The VPC's subnet of the address; null for the site's own network. Absent in documents of earlier releases. */
  subnet: z
    .strictObject({
      /** The subnet's address on the host that routes it. Targets see it as the client's. */
      gateway: z.string(),
      /** The subnet's network device on that host; null where there is none. */
      device: z.string().nullable(),
    })
    .nullable()
    .optional(),
  port: z.int(),
  /** A target with weight 0, or a disabled one, gets no new connections. Existing connections continue. */
  weight: z.int(),
  enabled: z.boolean(),
});
export type BalancerTarget = z.infer<typeof BalancerTarget>;

/** Why a target without an address is offline, as a sentence for its owner. */
export function withoutAddress({ vmId }: Pick<BalancerTarget, "vmId">): string {
  return vmId === null ? "No machine of the VPC's subnets can have this address." : "The VM has no address.";
}

const Protocol = z.enum(["tcp", "udp", "http", "https"]);

const BalancerPool = z.strictObject({
  poolId: z.string(),
  protocol: Protocol,
  algorithm: z.enum(["round_robin", "least_connections", "source_ip"]),
  stickySessions: z.enum(["none", "source_ip", "cookie"]),
  /** The version that connections to targets begin with. Absent in documents of earlier releases. */
  proxyProtocol: z.enum(["none", "v1", "v2"]).default("none"),
  /** `path` and `expectedStatuses`, such as 200 or 200-399, apply only to `http`. */
  healthCheck: z.strictObject({
    type: z.enum(["tcp", "http"]),
    path: z.string(),
    expectedStatuses: z.array(z.string()).readonly(),
    intervalSeconds: z.int(),
    timeoutSeconds: z.int(),
    healthyThreshold: z.int(),
    unhealthyThreshold: z.int(),
  }),
  targets: z.array(BalancerTarget).readonly(),
});
export type BalancerPool = z.infer<typeof BalancerPool>;

/**
 * Null matches anything. A host may begin with `*.`, and a prefix matches whole segments. Exactly one of pool and
 * redirect is set.
 */
const BalancerRule = z.strictObject({
  host: z.string().nullable(),
  path: z.strictObject({ match: z.enum(["exact", "prefix"]), value: z.string() }).nullable(),
  header: z.strictObject({ name: z.string(), value: z.string() }).nullable(),
  poolId: z.string().nullable(),
  /** A null URL redirects to the same host and path by HTTPS. */
  redirect: z.strictObject({ url: z.string().nullable(), status: z.literal(REDIRECT_STATUSES) }).nullable(),
});
export type BalancerRule = z.infer<typeof BalancerRule>;

const BalancerCertificate = z.strictObject({ chainPem: z.string(), privateKeyPem: z.string() });
export type BalancerCertificate = z.infer<typeof BalancerCertificate>;

const BalancerListener = z.strictObject({
  listenerId: z.string(),
  protocol: Protocol,
  port: z.int(),
  idleTimeoutSeconds: z.int(),
  /** For visitors whose host no other certificate has; null: they get no connection. */
  certificate: BalancerCertificate.nullable(),
  /** Further certificates by host. Absent in documents of earlier releases. */
  additionalCertificates: z
    .array(z.strictObject({ certificateId: z.string(), ...BalancerCertificate.shape }))
    .readonly()
    .default([]),
  /** Rules in order; the first that matches decides. */
  rules: z.array(BalancerRule).readonly(),
  defaultPoolId: z.string().nullable(),
});
export type BalancerListener = z.infer<typeof BalancerListener>;

/** The full configuration of a load balancer. */
export const BalancerDocument = z.strictObject({
  name: z.string(),
  publicIp: z.string().nullable(),
  /** The network of the targets; null for the site's own. */
  subnetId: z.string().nullable(),
  pools: z.array(BalancerPool).readonly(),
  listeners: z.array(BalancerListener).readonly(),
  /** Where a certificate authority visits the balancer's domains; null without any. Absent in earlier releases. */
  challenges: z.strictObject({ loadBalancerId: z.string(), port: z.int() }).nullable().default(null),
});
export type BalancerDocument = z.infer<typeof BalancerDocument>;

/**
 * The answer of a load balancer to a certificate authority (RFC 8555 §8.3). The document's id is the token. No other
 * balancer answers it: whose address answers has the domain.
 */
export const BalancerChallengeDocument = z.strictObject({
  loadBalancerId: z.string(),
  keyAuthorization: z.string(),
});
export type BalancerChallengeDocument = z.infer<typeof BalancerChallengeDocument>;
