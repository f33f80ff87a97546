// Compares what a site's hosts tell of their GPUs with the rows and the plans, for who runs the site (docs/gpu.md).
import type { Configuration } from "@fulmar/config";
import type { Database, Sql } from "@fulmar/prisma";
import type { InspectedHost, Instance, Provider } from "@fulmar/providers";
import { DomainError } from "../../request/domain-error.ts";
import { asOperator, atSite } from "../operated-site.ts";
import { type CheckedPlan, checkPlans } from "./check-plans.ts";
import { type CheckedHost, checkHost } from "./checked-host.ts";
import { leftTrials, whileChecking } from "./left-trials.ts";
import { readGpuRows } from "./read-gpus.ts";
import { removeLeft, type TrialStep, tryGpus } from "./try-gpus.ts";

export interface GpuCheck {
  readonly site_id: string;
  readonly name: string;
  readonly hosts: readonly CheckedHost[];
  readonly plans: readonly CheckedPlan[];
  /** Null unless it was asked for. */
  readonly trial: readonly TrialStep[] | null;
  /** What is wrong, a sentence each. */
  readonly wrong: readonly string[];
}

export interface GpuCheckOptions {
  /** One host alone. */
  readonly host?: string | undefined;
  /** Starts a machine with a GPU, looks into it, and removes it. */
  readonly trial: boolean;
  /** Ends a trial: what it has made is removed all the same. */
  readonly signal: AbortSignal;
}

/**
 * Checks the GPUs of a site.
 * @throws DomainError 404 for another site or host, 409 when the site is fenced, 503 with the server's message
 */
export async function checkGpus(
  database: Pick<Database, "sql" | "pool">,
  configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  siteId: string,
  { host, trial, signal }: GpuCheckOptions,
): Promise<GpuCheck> {
  const { sql } = database;
  const checkAt = async (provider: Provider, isAlone: boolean): Promise<GpuCheck> => {
    let seen = await look(sql, provider, siteId);
    const left = isAlone ? await leftTrials(sql, provider, seen) : [];
    const removed = trial ? await removeLeft(sql, provider, { siteId, left }) : [];
    // Their GPUs are free for this trial.
    if (removed.length > 0) seen = await look(sql, provider, siteId);
    const { told, instances, rows } = seen;
    const chosen = told.filter(({ name }) => host === undefined || name === host);
    if (host !== undefined && chosen.length === 0)
      throw new DomainError("not_found", `The site has no host ${host}; it has ${namesOf(told)}.`);
    const named = new Set(rows.plans.flatMap(({ gpu_model: model }) => model ?? []));
    const hosts = chosen.map((each) => checkHost(each, rows.held, instances, told.length === 1, named));
    const plans = checkPlans(rows.plans, hosts);
    const tryNow = () => (isAlone ? tryGpus(sql, provider, { siteId, ...rows, hosts, signal }) : [OTHERS_CHECK]);
    const steps = trial ? [...removed, ...(await tryNow())] : null;
    const wrong = [
      ...hosts.flatMap(({ name, differences }) => differences.map((sentence) => `${name}: ${sentence}`)),
      ...plans.flatMap(({ name, wrong: isWrong, finding }) => (isWrong ? [`Plan ${name}: ${finding}`] : [])),
      ...(trial ? [] : left.map(leftWords)),
      ...(steps ?? []).flatMap(({ ok, step, said }) => (ok ? [] : [`${step}: ${said}`])),
    ];
    return { site_id: siteId, name: rows.name, hosts, plans, trial: steps, wrong };
  };
  return whileChecking(database, siteId, (isAlone) =>
    atSite(database, configuration, siteId, ({ provider }) => checkAt(provider, isAlone)),
  );
}

/** What the site and the rows say now. @throws DomainError 404 */
async function look(sql: Sql, provider: Provider, siteId: string) {
  const told = await asOperator((limit) => provider.hosts.inspectGpus(limit));
  const instances = await instancesOf(provider);
  const rows = await readGpuRows(sql, siteId);
  if (rows === undefined) throw new DomainError("not_found", "There is no such site.");
  return { told, instances, rows };
}

const OTHERS_CHECK: TrialStep = {
  ...{ step: "Wait for others", ok: false },
  said: "Another check of the GPUs of this site is under way: wait until it has ended.",
};

const leftWords = (vmId: string) =>
  `A check that did not end left the machine ${vmId} at the site: run it again with --try, which removes it.`;

function namesOf(hosts: readonly InspectedHost[]): string {
  return hosts.length === 0 ? "none" : hosts.map(({ name }) => name).join(", ");
}

const PAGE = 1_000;

async function instancesOf({ compute }: Provider): Promise<Instance[]> {
  const all: Instance[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const start: string = after;
    const page = await asOperator((limit) => compute.listInstances({ after: start, limit: PAGE }, limit));
    all.push(...page);
    after = page.length < PAGE ? undefined : page.at(-1)?.vmId;
  }
  return all;
}
