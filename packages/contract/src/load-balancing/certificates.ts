import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { pageQuery, Timestamp } from "../values/fields.ts";
import { family, loadBalancerId, path } from "./balancing-fields.ts";
import { DOMAIN_CERTIFICATE_STATUSES } from "./states.ts";

/** The certificate that the platform obtains for a listener's domain. */
export const LoadBalancerDomainCertificate = z
  .strictObject({
    domain: z.string(),
    listener_id: z.string(),
    /**
     * `active` while a certificate is served, `failed` without one after the authority refused it, which is retried.
     */
    status: z.enum(DOMAIN_CERTIFICATE_STATUSES),
    /** Why there is no certificate, or no new one, and when the next try is. */
    problem: z.string().nullable(),
    expires_at: Timestamp.nullable(),
  })
  .meta({ id: "LoadBalancerDomainCertificate" });
export type LoadBalancerDomainCertificate = z.infer<typeof LoadBalancerDomainCertificate>;

export const loadBalancerCertificates = defineOperation({
  id: "loadBalancer.certificates",
  resource: "load_balancer",
  family,
  method: "GET",
  path: `${path}/{load_balancer_id}/certificates`,
  scope: "load-balancer.read",
  summary: "List the certificates of a load balancer's domains",
  description: "Certificates from the secret store are not among them.",
  params: loadBalancerId,
  query: pageQuery(),
  output: z.array(LoadBalancerDomainCertificate),
  list: true,
  errors: ["not_found"],
});
