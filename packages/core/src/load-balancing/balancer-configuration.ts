import { inOrder, type LoadBalancerListener, type LoadBalancerPool, type LoadBalancerRule } from "@fulmar/contract";
import type { BalancerConfiguration, BalancerListener, BalancerPool, BalancerRule } from "@fulmar/providers";
import type { Certificate } from "../secret-store/index.ts";
import type { DueLoadBalancer } from "./apply-queue.ts";

/** What a provider is told of a balancer. @param certificates by their secrets */
export function balancerConfiguration(
  due: DueLoadBalancer,
  certificates: ReadonlyMap<string, Certificate>,
): BalancerConfiguration {
  return {
    revision: due.revision,
    name: due.name,
    publicIp: due.public_ip,
    subnetId: due.subnet_id,
    pools: due.pools.map((pool) => toPool(pool, due.addresses)),
    listeners: due.listeners.map((listener) => toListener(listener, certificates)),
    record: due.record,
  };
}

function toPool({ health_check, ...pool }: LoadBalancerPool, addresses: DueLoadBalancer["addresses"]): BalancerPool {
  return {
    poolId: pool.pool_id,
    protocol: pool.protocol,
    algorithm: pool.algorithm,
    stickySessions: pool.sticky_sessions,
    healthCheck: {
      type: health_check.type,
      path: health_check.path,
      expectedStatuses: health_check.expected_statuses,
      intervalSeconds: health_check.interval_seconds,
      timeoutSeconds: health_check.timeout_seconds,
      healthyThreshold: health_check.healthy_threshold,
      unhealthyThreshold: health_check.unhealthy_threshold,
    },
    targets: pool.targets.map(({ target_id, vm_id, ip, ...rest }) => {
      const address = vm_id === null ? ip : (addresses[vm_id] ?? null);
      return { targetId: target_id, vmId: vm_id, address, ...rest };
    }),
  };
}

function toListener(listener: LoadBalancerListener, certificates: ReadonlyMap<string, Certificate>): BalancerListener {
  const certificate = certificates.get(listener.certificate?.secret_id ?? "");
  return {
    listenerId: listener.listener_id,
    protocol: listener.protocol,
    port: listener.port,
    idleTimeoutSeconds: listener.idle_timeout_seconds,
    certificate:
      certificate === undefined ? null : { chainPem: certificate.chainPem, privateKeyPem: certificate.privateKeyPem },
    rules: inOrder(listener.rules).map(toRule),
    defaultPoolId: listener.default_pool_id,
  };
}

function toRule({ host, path, header, pool_id, redirect }: LoadBalancerRule): BalancerRule {
  return {
    host,
    path,
    header,
    poolId: pool_id,
    redirect: redirect === null ? null : { url: redirect.url, status: redirect.status },
  };
}
