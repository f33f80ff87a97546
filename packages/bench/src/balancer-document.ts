import type { BalancerPool, EdgeDocument } from "@fulmar/edge-protocol";

interface Balancer {
  readonly id: string;
  readonly protocol: "http" | "udp";
  readonly address?: string;
  readonly port: number;
  /** The ports of the targets, which are on 127.0.0.1. */
  readonly targets: readonly number[];
  readonly algorithm?: BalancerPool["algorithm"];
  readonly weight?: number;
  /** Redirects this path. */
  readonly redirected?: string;
}

/** The document of a load balancer with one listener and one pool, checked by TCP every ten seconds. */
export function balancerDocument(balancer: Balancer, revision = 1): EdgeDocument<"load_balancer"> {
  const { id, protocol, address = "127.0.0.1", port, targets, algorithm = "round_robin", weight = 1 } = balancer;
  const healthCheck = {
    ...{ type: "tcp" as const, path: "/", expectedStatuses: [], intervalSeconds: 10, timeoutSeconds: 5 },
    ...{ healthyThreshold: 2, unhealthyThreshold: 3 },
  };
  const pool = {
    ...{ poolId: `pool_${id}`, protocol, algorithm, stickySessions: "none" as const, proxyProtocol: "none" as const },
    healthCheck,
    targets: targets.map((target, place) => ({
      ...{ targetId: `tgt_${id}_${place}`, vmId: null, address: "127.0.0.1", port: target, weight, enabled: true },
    })),
  };
  const rules =
    balancer.redirected === undefined
      ? []
      : [
          {
            ...{
              host: null,
              header: null,
              poolId: null,
              path: { match: "exact" as const, value: balancer.redirected },
            },
            redirect: { url: "http://example.com/", status: 302 as const },
          },
        ];
  const listener = {
    ...{ listenerId: `lsn_${id}`, protocol, port, idleTimeoutSeconds: 60, certificate: null },
    ...{ additionalCertificates: [], rules, defaultPoolId: pool.poolId },
  };
  const body = {
    ...{ name: "bench", publicIp: address, subnetId: null, challenges: null },
    ...{ pools: [pool], listeners: [listener] },
  };
  return { kind: "load_balancer", id, revision, sequence: revision, body };
}
