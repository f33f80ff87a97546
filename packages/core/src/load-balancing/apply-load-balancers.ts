import { inOrder, type LoadBalancerListener, type LoadBalancerPool, type LoadBalancerRule } from "@fulmar/contract";
import type { BalancerListener, BalancerRule } from "@fulmar/edge-protocol";
import type { Reconciler } from "@fulmar/engine";
import type { BalancerConfiguration, PoolConfiguration } from "@fulmar/providers";
import { z } from "zod";
import { DomainError } from "../request/domain-error.ts";
import { type Certificate, readCertificate } from "../secret-store/index.ts";
import { toRecord } from "../site/index.ts";
import { type CallFailure, type CallResult, callProvider } from "../work/call-provider.ts";
import { retryDelayMs } from "../work/due.ts";
import { FENCED_MS, unlessFenced } from "../work/fence.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { ApplyQueue, type DueLoadBalancer } from "./apply-queue.ts";
import { certificatesOf } from "./configuration-references.ts";
import { type StoredConfiguration, toConfiguration } from "./stored-configuration.ts";

const NAME = "apply-load-balancers";
const DELAY = { firstMs: 1_000, mostMs: 60_000 };

/**
 * Applies new and changed load balancers at their providers, each with its whole newest configuration. If changes come
 * faster than they can be applied, only the newest one is applied. A failure is retried until it succeeds, and the
 * provider keeps the previous configuration meanwhile.
 */
export const applyLoadBalancers: Reconciler<WorkerServices> = {
  name: NAME,
  everyMs: 500,
  async run(services, signal) {
    const queue = new ApplyQueue(services.database.sql);
    const bring = async (due: DueLoadBalancer) => {
      const result = await apply(services, due, signal);
      if (result.kind === "done") return queue.applied(due);
      if (result.kind === "busy") return queue.wait(due, result.busyMs);
      const delayMs = result.failure.retryable ? retryDelayMs(due.apply_attempts + 1, DELAY) : DELAY.mostMs;
      return queue.retry(due, delayMs, result.failure);
    };
    await workThrough(() => queue.next(), bring, signal);
  },
};

async function apply(services: WorkerServices, due: DueLoadBalancer, signal: AbortSignal): Promise<CallResult<void>> {
  const configuration = toConfiguration(due);
  const certificates = await readCertificates(services, due.workspace_id, configuration);
  if (!(certificates instanceof Map)) return { kind: "failed", failure: certificates };
  const provider = await unlessFenced(services.provider(due.provider));
  if (provider === undefined) return { kind: "busy", busyMs: FENCED_MS };
  const beginning = {
    resourceId: due.load_balancer_id,
    resourceName: due.name,
    step: "deploy-load-balancer",
    waited: due.apply_waited,
  };
  const wanted = balancerConfiguration(due, configuration, certificates);
  return callProvider(
    provider,
    beginning,
    (limited) => provider.loadBalancers.apply(due.load_balancer_id, wanted, limited),
    signal,
  );
}

/** Returns the certificates that the listeners need, by secret id, or why they are not available. */
async function readCertificates(
  { database, vault }: WorkerServices,
  workspaceId: bigint,
  configuration: StoredConfiguration,
): Promise<Map<string, Certificate> | CallFailure> {
  const certificates = new Map<string, Certificate>();
  try {
    for (const { secret_id: secretId } of certificatesOf(configuration)) {
      certificates.set(
        secretId,
        await readCertificate({ sql: database.sql, vault }, { workspaceId, secretId, reader: NAME }),
      );
    }
    return certificates;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, message: error.message, retryable: error.kind === "unavailable" };
  }
}

/** The addresses of targets with their subnets, by target id. Targets that no address leads to are missing. */
const Places = z.record(
  z.string(),
  z.object({ address: z.string().nullable(), subnet_id: z.string().nullable(), gateway: z.string().nullable() }),
);

/** Returns the configuration for the provider. @param certificates by secret id */
function balancerConfiguration(
  due: DueLoadBalancer,
  { pools, listeners }: StoredConfiguration,
  certificates: ReadonlyMap<string, Certificate>,
): BalancerConfiguration {
  const places = Places.parse(due.places);
  return {
    revision: due.revision,
    name: due.name,
    siteId: due.site_id,
    publicIp: due.public_ip,
    subnetId: due.subnet_id,
    pools: pools.map((pool) => toPool(pool, places)),
    listeners: listeners.map((listener) => toListener(listener, certificates)),
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
    targets: pool.targets.map(({ target_id, vm_id, ip: _, ...rest }) => {
      const { address = null, subnet_id = null, gateway = null } = places[target_id] ?? {};
      const subnet = subnet_id === null || gateway === null ? null : { subnetId: subnet_id, gateway };
      return { targetId: target_id, vmId: vm_id, address, subnet, ...rest };
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
