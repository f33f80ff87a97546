import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { DomainName } from "../values/domain-name.ts";
import { Name, pageQuery, ResourceId } from "../values/fields.ts";
import { family, LoadBalancerDeletion, LoadBalancerProtocol, loadBalancerId, Port, path } from "./balancing-fields.ts";
import { LoadBalancerRules } from "./rule.ts";
import { MOST_CERTIFICATES, MOST_DOMAINS } from "./states.ts";

/**
 * A certificate chain and its private key, in PEM, from the secret store. New versions of the secret are rolled out
 * automatically.
 */
const CertificateReference = z
  .strictObject({ store_id: ResourceId, secret_id: ResourceId })
  .meta({ id: "LoadBalancerCertificate" });

const additionalCertificates = z.array(CertificateReference).max(MOST_CERTIFICATES);
const domains = z.array(DomainName).max(MOST_DOMAINS);

const idleTimeoutSeconds = z.int().min(1).max(3600);

/** The settings of a listener without its routing. */
export const listenerSettings = {
  name: Name,
  protocol: LoadBalancerProtocol,
  /** Unique among listeners, except that UDP has its own ports. */
  port: Port,
  /**
   * Only for `https`, which needs a certificate or a domain. Visitors who name no other certificate's host get it;
   * without it, they get no connection.
   */
  certificate: CertificateReference.nullable().default(null),
  /** Further certificates for `https`. The host that a visitor names (SNI) chooses among all. */
  additional_certificates: additionalCertificates.default([]),
  /**
   * Hosts for which the platform obtains and renews certificates, for `https`. Their DNS must point to the load
   * balancer's public address.
   */
  domains: domains.default([]),
  /** A connection is closed after this long without traffic. */
  idle_timeout_seconds: idleTimeoutSeconds.default(60),
};

/**
 * A port that the load balancer listens on. The first matching rule decides where a request goes, otherwise the default
 * pool. `tcp` and `udp` require a default pool.
 */
export const LoadBalancerListener = z
  .strictObject({
    listener_id: z.string(),
    ...listenerSettings,
    default_pool_id: z.string().nullable(),
    rules: LoadBalancerRules,
  })
  .meta({ id: "LoadBalancerListener" });
export type LoadBalancerListener = z.infer<typeof LoadBalancerListener>;

const CreateListener = z
  .strictObject({
    ...listenerSettings,
    default_pool_id: ResourceId.nullable().default(null),
    rules: LoadBalancerRules.default([]),
  })
  .meta({
    id: "CreateLoadBalancerListener",
    examples: [{ name: "http", protocol: "http", port: 80, default_pool_id: "pool_01kq3v9d5n8c2r7m4x6t0w1y5z" }],
  });

const UpdateListener = z
  .strictObject({
    name: Name.optional(),
    protocol: LoadBalancerProtocol.optional(),
    port: Port.optional(),
    certificate: CertificateReference.nullable().optional(),
    additional_certificates: additionalCertificates.optional(),
    domains: domains.optional(),
    idle_timeout_seconds: idleTimeoutSeconds.optional(),
    default_pool_id: ResourceId.nullable().optional(),
    rules: LoadBalancerRules.optional(),
  })
  .meta({ id: "UpdateLoadBalancerListener", examples: [{ idle_timeout_seconds: 120 }] });

const listenerId = { ...loadBalancerId, listener_id: ResourceId };
const listeners = `${path}/{load_balancer_id}/listeners` as const;
const certificateReferences = [
  { field: "certificate", scope: "secret-store.read" },
  { field: "additional_certificates[]", scope: "secret-store.read" },
] as const;
const RULES = "Rules belong to their listener and are replaced as a whole, because their order matters.";

const loadBalancerListenerList = defineOperation({
  id: "loadBalancerListener.list",
  resource: "load_balancer_listener",
  family,
  method: "GET",
  path: listeners,
  scope: "load-balancer.read",
  summary: "List the listeners of a load balancer",
  params: loadBalancerId,
  query: pageQuery(),
  output: z.array(LoadBalancerListener),
  list: true,
  errors: ["not_found"],
});

export const loadBalancerListenerCreate = defineOperation({
  id: "loadBalancerListener.create",
  resource: "load_balancer_listener",
  family,
  method: "POST",
  path: listeners,
  scope: "load-balancer.write",
  references: certificateReferences,
  summary: "Add a listener to a load balancer",
  description: RULES,
  params: loadBalancerId,
  body: CreateListener,
  output: LoadBalancerListener,
  success: 201,
  errors: ["not_found", "conflict"],
});

const loadBalancerListenerGet = defineOperation({
  id: "loadBalancerListener.get",
  resource: "load_balancer_listener",
  family,
  method: "GET",
  path: `${listeners}/{listener_id}`,
  scope: "load-balancer.read",
  summary: "Get a listener of a load balancer",
  params: listenerId,
  output: LoadBalancerListener,
  errors: ["not_found"],
});

const loadBalancerListenerUpdate = defineOperation({
  id: "loadBalancerListener.update",
  resource: "load_balancer_listener",
  family,
  method: "PATCH",
  path: `${listeners}/{listener_id}`,
  scope: "load-balancer.write",
  references: certificateReferences,
  summary: "Change a listener",
  description: RULES,
  params: listenerId,
  body: UpdateListener,
  output: LoadBalancerListener,
  errors: ["not_found", "conflict"],
});

const loadBalancerListenerDelete = defineOperation({
  id: "loadBalancerListener.delete",
  resource: "load_balancer_listener",
  family,
  method: "DELETE",
  path: `${listeners}/{listener_id}`,
  scope: "load-balancer.write",
  summary: "Delete a listener",
  params: listenerId,
  output: LoadBalancerDeletion,
  errors: ["not_found"],
});

export const listenerOperations = [
  loadBalancerListenerList,
  loadBalancerListenerCreate,
  loadBalancerListenerGet,
  loadBalancerListenerUpdate,
  loadBalancerListenerDelete,
] as const;
