import { createHash } from "node:crypto";
import type { BalancerCertificate, BalancerListener } from "@fulmar/edge-protocol";
import { statement } from "@fulmar/prisma";
import type { BalancerConfiguration, LoadBalancerPort } from "../ports/load-balancer-port.ts";
import { KEPT, keptAgain } from "./site-record.ts";
import type { World } from "./world.ts";

const apply = statement(
  "simulated_balancer_apply",
  `INSERT INTO simulated.load_balancer AS b (load_balancer_id, revision, configuration, record, provider)
   VALUES ($load_balancer_id, $revision, $configuration::jsonb, ${KEPT}, $provider)
    ON CONFLICT (load_balancer_id) DO UPDATE
   SET revision = excluded.revision, configuration = excluded.configuration, record = ${keptAgain("b")}
 WHERE b.revision < excluded.revision`,
);

// The result of a health check: a missing or stopped instance does not answer, a plain address always does.
const health = statement(
  "simulated_balancer_health",
  `SELECT t.value ->> 'targetId' AS "targetId", v.status,
         CASE WHEN v.status = 'offline'
                THEN CASE WHEN i.vm_id IS NULL THEN 'The VM is not there.' ELSE 'The VM is stopped.' END
              WHEN v.status = 'draining' THEN CASE WHEN (t.value ->> 'enabled')::boolean THEN 'Its weight is 0.'
                                                   ELSE 'It is disabled.' END END AS reason
    FROM simulated.load_balancer b, jsonb_array_elements(b.configuration -> 'pools') AS p,
         jsonb_array_elements(p.value -> 'targets') AS t
    LEFT JOIN simulated.live_instance i ON i.vm_id = t.value ->> 'vmId'
   CROSS JOIN LATERAL (SELECT CASE
         WHEN NOT (t.value ->> 'enabled')::boolean OR (t.value ->> 'weight')::int = 0 THEN 'draining'
         WHEN t.value ->> 'vmId' IS NULL OR i.power = 'running' THEN 'online' ELSE 'offline' END AS status) AS v
   WHERE b.load_balancer_id = $load_balancer_id AND b.provider = $provider`,
  { present: ["targetId"] }, // Each target has an id.
);

const remove = statement(
  "simulated_balancer_remove",
  "DELETE FROM simulated.load_balancer WHERE load_balancer_id = $load_balancer_id AND provider = $provider",
);

const COLUMNS = `load_balancer_id AS "loadBalancerId", revision`;
const find = statement(
  "simulated_balancer_find",
  `SELECT ${COLUMNS} FROM simulated.load_balancer
    WHERE load_balancer_id = ANY ($load_balancer_ids::text[]) AND provider = $provider`,
);
const list = statement(
  "simulated_balancer_list",
  `SELECT ${COLUMNS} FROM simulated.load_balancer WHERE provider = $provider AND load_balancer_id > $after
    ORDER BY load_balancer_id LIMIT $limit`,
);

/**
 * Balancers that carry no traffic and only store their configuration. A target is healthy if its simulated instance is.
 */
export function simulatedLoadBalancers(world: World): LoadBalancerPort {
  return {
    async apply(loadBalancerId: string, { record, ...configuration }: BalancerConfiguration, signal: AbortSignal) {
      const remembered = { ...configuration, listeners: configuration.listeners.map(withoutKey) };
      await world.query(signal, apply, {
        load_balancer_id: loadBalancerId,
        revision: configuration.revision,
        configuration: JSON.stringify(remembered),
        record: JSON.stringify(record),
        provider: world.provider,
      });
    },
    async remove(loadBalancerId: string, signal: AbortSignal) {
      await world.query(signal, remove, { load_balancer_id: loadBalancerId, provider: world.provider });
    },
    health(loadBalancerId: string, signal: AbortSignal) {
      return world.query(signal, health, { load_balancer_id: loadBalancerId, provider: world.provider });
    },
    findBalancers(loadBalancerIds: readonly string[], signal: AbortSignal) {
      return world.query(signal, find, { load_balancer_ids: loadBalancerIds, provider: world.provider });
    },
    listBalancers({ after, limit }: { readonly after: string; readonly limit: number }, signal: AbortSignal) {
      return world.query(signal, list, { after, limit, provider: world.provider });
    },
  };
}

/** A private key stays only in its secret store. Of a certificate, only its identity is stored. */
function withoutKey({ certificate, additionalCertificates, ...listener }: BalancerListener) {
  const fingerprintOf = ({ chainPem }: BalancerCertificate) => createHash("sha256").update(chainPem).digest("hex");
  return {
    ...listener,
    certificateSha256: certificate && fingerprintOf(certificate),
    additionalSha256: additionalCertificates.map(fingerprintOf),
  };
}
