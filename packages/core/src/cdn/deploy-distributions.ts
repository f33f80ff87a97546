import { DEFAULT_INDEX_DOCUMENT } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import type { EdgeConfiguration, EdgeOrigin } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { retryDelayMs } from "../work/retry-delay.ts";
import { workThrough } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { DeploymentQueue, type DueDeployment } from "./deployment-queue.ts";
import { defaultDomainOf } from "./edge.ts";

const DELAY = { firstMs: 1_000, mostMs: 300_000 };
/** A first deployment that fails so often, over some eight minutes, is given up. */
const MOST_ATTEMPTS = 10;

/**
 * Brings distributions to the edge, new ones and changed ones alike (design: States). The first deployment ends in
 * `active` or `failed`; a later one that fails leaves the edge with what it had, and is tried until it succeeds.
 */
export const deployDistributions: Reconciler<Pick<WorkerServices, "database" | "cdn">> = {
  name: "deploy-distributions",
  everyMs: 500,
  async run({ database, cdn }, signal) {
    const queue = new DeploymentQueue(database.sql);
    const deploy = async (due: DueDeployment) => {
      const { distribution_id, name } = due;
      const beginning = { resourceId: distribution_id, resourceName: name, step: "deploy", waited: due.deploy_waited };
      const result = await callProvider(
        cdn,
        beginning,
        (limited) => cdn.edge.deploy(distribution_id, configurationOf(due), limited),
        signal,
      );
      if (result.kind === "done") return queue.deployed(due);
      if (result.kind === "busy") return queue.wait(due, result.busyMs);
      const failures = due.deploy_attempts + 1;
      const hopeless = !result.failure.retryable || failures >= MOST_ATTEMPTS;
      if (due.status === "deploying" && hopeless) return queue.fail(due, result.failure);
      return queue.retry(due, result.failure.retryable ? retryDelayMs(failures, DELAY) : DELAY.mostMs, result.failure);
    };
    await workThrough(() => queue.next(), deploy, signal);
  },
};

function configurationOf(due: DueDeployment): EdgeConfiguration {
  return {
    revision: due.revision,
    enabled: due.enabled,
    hosts: [defaultDomainOf(due.distribution_id), ...due.domains],
    origin: originOf(due),
    cachePolicy: due.cache_policy,
    website: {
      indexDocument: due.index_document ?? DEFAULT_INDEX_DOCUMENT,
      errorDocument: due.error_document,
      spa: due.spa ?? false,
      redirects: due.redirects ?? [],
      headers: due.headers ?? [],
    },
  };
}

function originOf({ origin_bucket_id, origin_id }: DueDeployment): EdgeOrigin {
  return origin_bucket_id === null
    ? { type: "custom", url: origin_id }
    : { type: "bucket", bucketId: origin_bucket_id };
}
