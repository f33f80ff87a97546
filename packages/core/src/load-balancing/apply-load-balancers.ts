import type { Reconciler } from "@fulmar/engine";
import { DomainError } from "../request/domain-error.ts";
import type { Certificate } from "../secret-store/certificate.ts";
import { readCertificate } from "../secret-store/read-certificate.ts";
import { type CallFailure, type CallResult, callProvider } from "../work/call-provider.ts";
import { FENCED_MS, unlessFenced } from "../work/fence.ts";
import { retryDelayMs } from "../work/retry-delay.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { ApplyQueue, type DueLoadBalancer } from "./apply-queue.ts";
import { balancerConfiguration } from "./balancer-configuration.ts";
import { certificatesOf } from "./certificate-references.ts";

const NAME = "apply-load-balancers";
const DELAY = { firstMs: 1_000, mostMs: 60_000 };

/**
 * Brings load balancers to their providers, new ones and changed ones alike, each as a whole and as it is by then:
 * changes that come faster than they can be brought about are skipped, none is refused. What fails is tried until it
 * succeeds, and what was there goes on meanwhile.
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
  const certificates = await readCertificates(services, due);
  if (!(certificates instanceof Map)) return { kind: "failed", failure: certificates };
  const provider = await unlessFenced(services.provider(due.provider));
  if (provider === undefined) return { kind: "busy", busyMs: FENCED_MS };
  const beginning = {
    resourceId: due.load_balancer_id,
    resourceName: due.name,
    step: "deploy-load-balancer",
    waited: due.apply_waited,
  };
  const configuration = balancerConfiguration(due, certificates);
  return callProvider(
    provider,
    beginning,
    (limited) => provider.loadBalancers.apply(due.load_balancer_id, configuration, limited),
    signal,
  );
}

/** The certificates that the listeners need, by their secrets, or why they cannot be had. */
async function readCertificates(
  { database, vault }: WorkerServices,
  due: DueLoadBalancer,
): Promise<Map<string, Certificate> | CallFailure> {
  const certificates = new Map<string, Certificate>();
  try {
    for (const { secret_id: secretId } of certificatesOf(due)) {
      certificates.set(
        secretId,
        await readCertificate({ sql: database.sql, vault }, { workspaceId: due.workspace_id, secretId, reader: NAME }),
      );
    }
    return certificates;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, message: error.message, retryable: error.kind === "unavailable" };
  }
}
