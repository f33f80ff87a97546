// Compares what a host tells of its GPUs with the rows and with the machines of its site (docs/gpu.md).
import type { InspectedGpu, InspectedHost, Instance } from "@fulmar/providers";
import type { HeldGpu } from "./read-gpus.ts";

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

/**
 * Compares what one host tells with the rows and with the machines of its site.
 * @param alone whether the site has this host only: a server alone does not say where its machines are
 * @param named the models of plans: slices on demand have rows only of these
 */
export function checkHost(
  { name, online, gpus, notes }: InspectedHost,
  held: readonly HeldGpu[],
  instances: readonly Instance[],
  alone: boolean,
  named: ReadonlySet<string>,
): CheckedHost {
  if (gpus === null) return { name, online, gpus: null, notes, differences: [] };
  const rows = new Map(held.filter(({ host }) => host === name).map((row) => [row.address, row]));
  const here = instances.filter(({ host }) => host === name || (host === null && alone));
  const havingIt = (address: string) => here.filter((each) => each.gpus?.includes(address)).map(({ vmId }) => vmId);
  const having = gpus.map((gpu) => ({
    ...gpu,
    held_by: rows.get(gpu.address)?.vm_id ?? null,
    at_site: havingIt(gpu.address),
  }));
  const taken = having.filter(({ held_by, at_site }) => held_by !== null || at_site.length > 0);
  const checked = having.map((gpu) => ({ ...gpu, free: !taken.some((other) => excludes(other, gpu)) }));
  const told = new Set(gpus.map(({ address }) => address));
  const gone = [...rows.values()].filter(({ address }) => !told.has(address));
  const differences = [
    ...checked.flatMap((gpu) =>
      gpu.slice?.onDemand && !named.has(gpu.model) ? [] : differenceOf(gpu, rows.get(gpu.address)),
    ),
    ...gone.flatMap(({ address, vm_id }) =>
      vm_id === null ? [] : [`The host does not tell the GPU ${address} any more, which ${vm_id} has by our rows.`],
    ),
  ];
  return { name, online, gpus: checked, notes, differences };
}

/** Whether a GPU is not free because another of its host is taken, as the rows have it (`free_host_gpus`). */
function excludes(taken: InspectedGpu, gpu: InspectedGpu): boolean {
  if (taken.address === gpu.address) return true;
  if ((taken.slice?.card ?? taken.address) !== (gpu.slice?.card ?? gpu.address)) return false;
  if (taken.slice === undefined || gpu.slice === undefined) return true;
  return (taken.slice.onDemand || gpu.slice.onDemand) && taken.model !== gpu.model;
}

/** Rows are behind the site, or before it, while a VM changes. */
function differenceOf({ address, model, held_by, at_site }: CheckedGpu, row: HeldGpu | undefined): string[] {
  if (row === undefined)
    return [
      `Our rows do not have the GPU ${address} (${model}): a worker looks every 15 seconds, so see that one runs.`,
    ];
  // A card that a machine has may have no driver any more that names it.
  if (row.model !== model && held_by === null)
    return [`The GPU ${address} is ${model}, and ${row.model} by our rows: see that a worker runs.`];
  if (at_site.length > 1) return [`Several machines have the GPU ${address}: ${at_site.join(", ")}. Keep one of them.`];
  const [other] = at_site;
  // The machine itself is told once, not for each of its GPUs.
  if (held_by !== null && held_by === other && !row.is_vm) return [];
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
