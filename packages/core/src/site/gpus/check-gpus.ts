// Compares what a site's hosts tell of their GPUs with the rows and the plans, for who runs the site (docs/gpu.md).
import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import type { InspectedGpu, InspectedHost, Instance, Provider } from "@fulmar/providers";
import { DomainError } from "../../request/domain-error.ts";
import { asOperator, atSite } from "../operated-site.ts";
import { type CheckedPlan, checkPlans } from "./check-plans.ts";
import { type HeldGpu, readGpuRows } from "./read-gpus.ts";
import { type TrialStep, tryGpus } from "./try-gpus.ts";

/** A GPU as its host tells it, who has it, and what is wrong about that. */
export interface CheckedGpu extends InspectedGpu {
  /** The VM that has it by the rows. */
  readonly held_by: string | null;
  /** The machines that have it at the site. */
  readonly at_site: readonly string[];
  readonly free: boolean;
}

export interface CheckedHost {
  readonly name: string;
  readonly online: boolean;
  /** Null where the host does not tell its GPUs. */
  readonly gpus: readonly CheckedGpu[] | null;
  readonly notes: readonly string[];
  /** How the rows and the site differ, a sentence each. */
  readonly differences: readonly string[];
}

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
  return atSite(database, configuration, siteId, async ({ provider }) => {
    const told = await asOperator((limit) => provider.hosts.inspectGpus(limit));
    const instances = await instancesOf(provider);
    const rows = await readGpuRows(database.sql, siteId);
    if (rows === undefined) throw new DomainError("not_found", "There is no such site.");
    const chosen = told.filter(({ name }) => host === undefined || name === host);
    if (host !== undefined && chosen.length === 0)
      throw new DomainError("not_found", `The site has no host ${host}; it has ${namesOf(told)}.`);
    const hosts = chosen.map((each) => checkHost(each, rows.held, instances, told.length === 1));
    const plans = checkPlans(rows.plans, hosts);
    const steps = trial ? await tryGpus(database.sql, provider, { siteId, ...rows, hosts, signal }) : null;
    const wrong = [
      ...hosts.flatMap(({ name, differences }) => differences.map((sentence) => `${name}: ${sentence}`)),
      ...plans.flatMap(({ name, wrong: isWrong, finding }) => (isWrong ? [`Plan ${name}: ${finding}`] : [])),
      ...(steps ?? []).flatMap(({ ok, step, said }) => (ok ? [] : [`${step}: ${said}`])),
    ];
    return { site_id: siteId, name: rows.name, hosts, plans, trial: steps, wrong };
  });
}

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

/** @param alone whether the site has this host only: a server alone does not say where its machines are */
function checkHost(
  { name, online, gpus, notes }: InspectedHost,
  held: readonly HeldGpu[],
  instances: readonly Instance[],
  alone: boolean,
): CheckedHost {
  if (gpus === null) return { name, online, gpus: null, notes, differences: [] };
  const rows = new Map(held.filter(({ host }) => host === name).map((row) => [row.address, row]));
  const here = instances.filter(({ host }) => host === name || (host === null && alone));
  const havingIt = (address: string) => here.filter((each) => each.gpus?.includes(address)).map(({ vmId }) => vmId);
  const checked = gpus.map((gpu) => {
    const [held_by, at_site] = [rows.get(gpu.address)?.vm_id ?? null, havingIt(gpu.address)];
    return { ...gpu, held_by, at_site, free: held_by === null && at_site.length === 0 };
  });
  const told = new Set(gpus.map(({ address }) => address));
  const gone = [...rows.values()].filter(({ address }) => !told.has(address));
  const differences = [
    ...checked.flatMap((gpu) => differenceOf(gpu, rows.get(gpu.address))),
    ...gone.flatMap(({ address, vm_id }) =>
      vm_id === null ? [] : [`The host does not tell the GPU ${address} any more, which ${vm_id} has by our rows.`],
    ),
  ];
  return { name, online, gpus: checked, notes, differences };
}

/** Rows are behind the site, or before it, while a VM changes. */
function differenceOf({ address, model, held_by, at_site }: CheckedGpu, row: HeldGpu | undefined): string[] {
  if (row === undefined)
    return [
      `Our rows do not have the GPU ${address} (${model}): a worker looks every 15 seconds, so see that one runs.`,
    ];
  if (row.model !== model)
    return [`The GPU ${address} is ${model}, and ${row.model} by our rows: see that a worker runs.`];
  if (at_site.length > 1) return [`Several machines have the GPU ${address}: ${at_site.join(", ")}. Keep one of them.`];
  const [other] = at_site;
  if (held_by !== null && !row.is_vm)
    return [`A check that did not end keeps the GPU ${address}: run it again with --try after half an hour.`];
  if (held_by === (other ?? null) || row.changes) return [];
  if (held_by === null)
    return [
      `${other} has the GPU ${address} at the site, and nobody by our rows: admin site unknown lists such machines.`,
    ];
  const whose = other === undefined ? "nobody" : other;
  return [
    `${held_by} has the GPU ${address} by our rows, and ${whose} at the site: the rows follow when a worker has looked.`,
  ];
}
