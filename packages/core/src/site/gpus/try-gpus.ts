// Starts a machine that has a GPU, looks into it, and removes it: for who runs the site (docs/gpu.md).
import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@fulmar/prisma";
import { type Provider, ProviderError, type SeenGpus } from "@fulmar/providers";
import { newId } from "../../request/identifiers.ts";
import { asOperator } from "../operated-site.ts";
import type { CheckedHost } from "./checked-host.ts";
import { removeTrial, trialRecord } from "./left-trials.ts";
import { type GpuPlan, holdGpus, type readGpuRows, releaseGpus } from "./read-gpus.ts";

/** A step of a trial, and what was seen. */
export interface TrialStep {
  readonly step: string;
  readonly ok: boolean;
  /** A sentence or the site's own words. */
  readonly said: string;
}

type Rows = NonNullable<Awaited<ReturnType<typeof readGpuRows>>>;

interface Wanted extends Pick<Rows, "plans" | "image"> {
  readonly siteId: string;
  readonly hosts: readonly CheckedHost[];
  readonly signal: AbortSignal;
}

interface Left {
  readonly siteId: string;
  /** The machines of trials that did not end. */
  readonly left: readonly string[];
}

/** A call of a server that writes an image may take minutes; a virtual machine boots as long. */
const [STEP_MS, LOOK_MS, PAUSE_MS] = [300_000, 180_000, 2_000];
/** The machine is small, whatever the plan is: it only looks. */
const [MOST_CPUS, MOST_RAM_MB] = [2, 4_096];

/** Removes the machines that trials have left which did not end. A step each. */
export async function removeLeft(sql: Sql, provider: Provider, { siteId, left }: Left): Promise<TrialStep[]> {
  const steps: TrialStep[] = [];
  const step = "Remove what an earlier check left";
  for (const vmId of left) {
    try {
      steps.push({ step, ok: true, said: await removeTrial(sql, provider, { siteId, vmId, limitMs: STEP_MS }) });
    } catch (error) {
      steps.push({ step, ok: false, said: `${wordsOf(error)} The machine ${vmId} stays: remove it at the server.` });
    }
  }
  return steps;
}

/** Tries the smallest GPU plan that a host has free GPUs for. What it has made is removed, whatever fails. */
export async function tryGpus(
  sql: Sql,
  provider: Provider,
  { siteId, plans, hosts, image, signal }: Wanted,
): Promise<TrialStep[]> {
  const steps: TrialStep[] = [];
  const say = (step: string, said: string, ok = true) => steps.push({ step, ok, said });
  await releaseGpus(sql, { siteId });
  const choice = chosen(plans, hosts);
  if (choice === undefined) {
    say("Choose a plan", "No plan has free GPUs of its model at an online host, so there is nothing to try.", false);
    return steps;
  }
  if (image === undefined) {
    say(
      "Choose an image",
      "The catalog offers no Linux image at this site: import one with admin image import.",
      false,
    );
    return steps;
  }
  const { plan, host, addresses } = choice;
  const vmId = newId("vm");
  const size = { cpu: Math.min(plan.cpu, MOST_CPUS), ramMb: Math.min(plan.ram_mb, MOST_RAM_MB) };
  say(
    "Choose a plan",
    `${plan.name} (${plan.gpu_count} × ${plan.gpu_model}) at ${host}, with ${image.name}, ${size.cpu} CPU and ${size.ramMb} MB of memory.`,
  );
  const model = plan.gpu_model ?? "";
  const gpus = await holdGpus(sql, { siteId, host, vmId, model, count: plan.gpu_count, addresses });
  if (gpus.length === 0) {
    say("Keep its GPUs from others", "Another VM has got them meanwhile: try again.", false);
    return steps;
  }
  say("Keep its GPUs from others", `${gpus.join(", ")}, for ${vmId}.`);
  const { compute } = provider;
  const attempt = async (step: string, work: (limit: AbortSignal) => Promise<string>): Promise<boolean> => {
    try {
      say(step, await asOperator((limit) => work(AbortSignal.any([limit, signal])), STEP_MS));
      return true;
    } catch (error) {
      say(step, signal.aborted ? "Interrupted." : wordsOf(error), false);
      return false;
    }
  };
  const spec = {
    ...{ ...size, name: "gpu-check", diskGb: image.min_disk_gb, templateId: image.template_id, planId: plan.plan_id },
    ...{ gpuModel: plan.gpu_model, gpuCount: plan.gpu_count, gpus, host, tags: ["gpu-check"] },
    record: trialRecord(image.installation_id ?? ""),
  };
  const done = (said: string) => (work: (limit: AbortSignal) => Promise<unknown>) => async (limit: AbortSignal) => {
    await work(limit);
    return said;
  };
  (await attempt(
    "Make a machine with them",
    done("The site took the devices.")((limit) => compute.createInstance(vmId, spec, limit)),
  )) &&
    (await attempt(
      "Prepare its disk",
      done("It has its image.")(async (limit) => {
        await compute.provisionInstance(vmId, limit);
        await compute.configureInstance(vmId, { hostname: "gpu-check", sshKeys: [], userData: null }, limit);
      }),
    )) &&
    (await attempt(
      "Start it",
      done("It runs.")((limit) => compute.startInstance(vmId, limit)),
    )) &&
    (await attempt("Look for the GPUs in it", async (limit) =>
      seenWords(await see(compute, vmId, limit), nodesOf(gpus, hosts)),
    ));
  const { signal: removal } = new AbortController();
  try {
    await asOperator((limit) => compute.deleteInstance(vmId, AbortSignal.any([limit, removal])), STEP_MS);
    await releaseGpus(sql, { siteId, vmId });
    say("Remove it", "It is gone, and its GPUs are free.");
  } catch (error) {
    say("Remove it", `${wordsOf(error)} The machine ${vmId} and its GPUs stay: remove it at the server.`, false);
  }
  return steps;
}

function chosen(plans: readonly GpuPlan[], hosts: readonly CheckedHost[]) {
  for (const plan of plans) {
    for (const { name: host, online, gpus } of hosts) {
      const free = (gpus ?? []).filter((gpu) => gpu.free && gpu.model === plan.gpu_model);
      const addresses = free.map(({ address }) => address);
      if (online && addresses.length >= plan.gpu_count) return { plan, host, addresses };
    }
  }
  return undefined;
}

/** How many nodes a machine should see. Slices of a card that exist at the host have that card's node in common. */
function nodesOf(addresses: readonly string[], hosts: readonly CheckedHost[]): number {
  const gpus = new Map(hosts.flatMap((host) => (host.gpus ?? []).map(({ address, slice }) => [address, slice])));
  const own = (address: string) => {
    const slice = gpus.get(address);
    return slice === undefined || slice.onDemand ? address : slice.card;
  };
  return new Set(addresses.map(own)).size;
}

/** Looks until there is a node for each GPU, or a while has passed: a virtual machine boots, and its driver loads. */
async function see({ seeGpus }: Provider["compute"], vmId: string, signal: AbortSignal): Promise<SeenGpus> {
  for (const end = Date.now() + LOOK_MS; ; await delay(PAUSE_MS, undefined, { signal })) {
    try {
      return await seeGpus(vmId, signal);
    } catch (error) {
      if (!(error instanceof ProviderError && error.retryable) || Date.now() > end) throw error;
    }
  }
}

/** @throws Error where the guest has fewer nodes than it should */
function seenWords({ nodes, listed }: SeenGpus, wanted: number): string {
  const nodesSeen = nodes.length === 0 ? "no device node of a GPU" : nodes.join(", ");
  const smi =
    listed === null ? "nvidia-smi is not there, or lists nothing" : `nvidia-smi -L says: ${listed.join("; ")}`;
  const said = `It sees ${nodesSeen}; ${smi}.`;
  // A GPU may have a node of each kind.
  const most = Math.max(...[/nvidia\d+$/, /renderD\d+$/].map((kind) => nodes.filter((node) => kind.test(node)).length));
  if (most < wanted) throw new Error(`${said} It should see ${wanted}.`);
  return said;
}

/** What servers call NVIDIA's container toolkit where a container that needs it does not start. */
const NO_RUNTIME = /nvidia (lxc hook|container tools)|nvidia-container|nvidia\.runtime/i;

function wordsOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return NO_RUNTIME.test(said) ? `${said} Install the driver and libnvidia-container on the host.` : said;
}
