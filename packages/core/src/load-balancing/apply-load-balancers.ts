import {
  CHALLENGE_PORT,
  inOrder,
  type LoadBalancerListener,
  type LoadBalancerPool,
  type LoadBalancerRule,
} from "@fulmar/contract";
import type { BalancerListener, BalancerRule } from "@fulmar/edge-protocol";
import type { Reconciler } from "@fulmar/engine";
import type { BalancerConfiguration, PoolConfiguration } from "@fulmar/providers";
import { z } from "zod";
import { toRecord } from "../site/index.ts";
import { type CallFailure, type CallResult, callProvider } from "../work/call-provider.ts";
import { retryDelayMs } from "../work/due.ts";
import { providerLanes } from "../work/each-provider.ts";
import { FENCED_MS, unlessFenced } from "../work/fence.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { ApplyQueue, type DueLoadBalancer } from "./apply-queue.ts";
import { domainsOf } from "./check-domains.ts";
import { type ReadCertificates, readCertificates } from "./read-certificates.ts";
import { type StoredConfiguration, toConfiguration } from "./stored-configuration.ts";

const DELAY = { firstMs: 1_000, mostMs: 60_000 };

/**
 * Applies new and changed load balancers at their providers, each with its whole newest configuration. If changes come
 * faster than they can be applied, only the newest one is applied. A failure is retried until it succeeds, and the
 * provider keeps the previous configuration meanwhile.
 */
export const applyLoadBalancers: Reconciler<WorkerServices> = {
  name: "apply-load-balancers",
  everyMs: 500,
  lanes: providerLanes,
  async run(services, signal, lane) {
    const queue = new ApplyQueue(services.database.sql);
    const bring = async (due: DueLoadBalancer) => {
      const result = await apply(services, due, signal);
      if (result.kind === "done") return queue.applied(due, result.value);
      if (result.kind === "busy") return queue.wait(due, result.busyMs);
      const delayMs = result.failure.retryable ? retryDelayMs(due.apply_attempts + 1, DELAY) : DELAY.mostMs;
      return queue.retry(due, delayMs, result.failure);
    };
    await workThrough(() => queue.next(lane), bring, signal);
  },
};

/** @returns what the balancer lacks, although it is applied */
async function apply(
  services: WorkerServices,
  due: DueLoadBalancer,
  signal: AbortSignal,
): Promise<CallResult<CallFailure | undefined>> {
  const configuration = toConfiguration(due);
  const certificates = await readCertificates(services, due, configuration);
  if (certificates.kind === "failed") return certificates;
  const provider = await unlessFenced(services.provider(due.provider));
  if (provider === undefined) return { kind: "busy", busyMs: FENCED_MS };
  const beginning = {
    resourceId: due.load_balancer_id,
    resourceName: due.name,
    step: "deploy-load-balancer",
    waited: due.apply_waited,
  };
  const wanted = balancerConfiguration(due, configuration, certificates.value);
  const applied = await callProvider(
    provider,
    beginning,
    (limited) => provider.loadBalancers.apply(due.load_balancer_id, wanted, limited),
    signal,
  );
  return applied.kind === "done" ? { kind: "done", value: certificates.lacking } : applied;
}

/** The addresses of targets with their subnets, by target id. Targets that no address leads to are missing. */
const Places = z.record(
  z.string(),
  z.object({ address: z.string().nullable(), subnet_id: z.string().nullable(), gateway: z.string().nullable() }),
);

/** Returns the configuration for the provider. @param certificates by secret id, and by domain */
function balancerConfiguration(
  due: DueLoadBalancer,
  configuration: StoredConfiguration,
  certificates: ReadCertificates,
): BalancerConfiguration {
  const { pools, listeners } = configuration;
  const hasDomains = domainsOf(configuration).length > 0;
  const places = Places.parse(due.places);
  return {
    revision: due.revision,
    name: due.name,
    siteId: due.site_id,
    publicIp: due.public_ip,
    subnetId: due.subnet_id,
    pools: pools.map((pool) => toPool(pool, places)),
    listeners: listeners.map((listener) => toListener(listener, certificates)),
    challenges: hasDomains ? { loadBalancerId: due.load_balancer_id, port: CHALLENGE_PORT } : null,
    record: toRecord(due.record),
  };
}

function toPool({ health_check, ...pool }: LoadBalancerPool, places: z.infer<typeof Places>): PoolConfiguration {
  return {
    poolId: pool.pool_id,
    protocol: pool.protocol,
    algorithm: pool.algorithm,
    stickySessions: pool.sticky_sessions,
    proxyProtocol: pool.proxy_protocol,
    healthCheck: {
      type: health_check.type,
      path: health_check.path,
      expectedStatuses: health_check.expected_statuses,
      intervalSeconds: health_check.interval_seconds,
      timeoutSeconds: health_check.timeout_seconds,
      healthyThreshold: health_check.healthy_threshold,
      unhealthyThreshold: health_check.unhealthy_threshold,
    },
    targets: pool.targets.map(({ target_id, vm_id, ip: _, by_tag: __, ...rest }) => {
      const { address = null, subnet_id = null, gateway = null } = places[target_id] ?? {};
      const subnet = subnet_id === null || gateway === null ? null : { subnetId: subnet_id, gateway };
      return { targetId: target_id, vmId: vm_id, address, subnet, ...rest };
    }),
  };
}

function toListener(listener: LoadBalancerListener, certificates: ReadCertificates): BalancerListener {
  const { certificate, additional_certificates, domains } = listener;
  const further = [...additional_certificates.map(({ secret_id }) => secret_id), ...domains];
  return {
    listenerId: listener.listener_id,
    protocol: listener.protocol,
    port: listener.port,
    idleTimeoutSeconds: listener.idle_timeout_seconds,
    certificate: certificates.get(certificate?.secret_id ?? "") ?? null,
    additionalCertificates: further.flatMap((certificateId) => {
      const found = certificates.get(certificateId);
      return found === undefined ? [] : [{ certificateId, ...found }];
    }),
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
