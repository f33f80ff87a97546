import type { CheckedGpu, CheckedHost } from "./checked-host.ts";
import type { GpuPlan } from "./read-gpus.ts";

/** Whether a site's hosts can serve a GPU plan. */
export interface CheckedPlan {
  readonly plan_id: string;
  readonly name: string;
  readonly gpu_model: string;
  readonly gpu_count: number;
  /** Whether the plan names the site. */
  readonly listed: boolean;
  /** The hosts that have as many GPUs of its model. */
  readonly hosts: readonly string[];
  /** A sentence. */
  readonly finding: string;
  readonly wrong: boolean;
}

/** Which plans the hosts serve, in the order of the plans. */
export function checkPlans(plans: readonly GpuPlan[], hosts: readonly CheckedHost[]): CheckedPlan[] {
  return plans.map(({ plan_id, name, gpu_model, gpu_count, listed }) => {
    const plan = { plan_id, name, gpu_model: gpu_model ?? "", gpu_count };
    return { ...plan, listed: listed === true, ...servedBy(plan, hosts) };
  });
}

function servedBy(
  { gpu_model: model, gpu_count: count }: Pick<CheckedPlan, "gpu_model" | "gpu_count">,
  hosts: readonly CheckedHost[],
): Pick<CheckedPlan, "hosts" | "finding" | "wrong"> {
  const having = hosts.map(({ name, gpus }) => ({ name, own: (gpus ?? []).filter((gpu) => gpu.model === model) }));
  const able = having.filter(({ own }) => own.length >= count);
  if (able.length > 0) {
    const free = able.map(
      ({ name, own }) => `${own.filter((gpu) => gpu.free).length} of ${own.length} free at ${name}`,
    );
    return { hosts: able.map(({ name }) => name), finding: `${count} × ${model}: ${free.join(", ")}.`, wrong: false };
  }
  const open = hosts.filter(({ online, gpus }) => online && gpus === null).map(({ name }) => name);
  if (open.length > 0 || hosts.length === 0)
    return { hosts: open, finding: `No host tells its GPUs, so the site has any ${model}.`, wrong: false };
  const most = Math.max(...having.map(({ own }) => own.length));
  if (most > 0)
    return { hosts: [], finding: `It needs ${count} × ${model}, and no host has more than ${most}.`, wrong: false };
  const gpus = hosts.flatMap((host) => host.gpus ?? []);
  const models = [...new Set(gpus.map((gpu) => gpu.model))].toSorted((x, y) => (x < y ? -1 : 1));
  const near = models.find((each) => gpus.some((gpu) => gpu.model === each && mayMean(model, gpu)));
  if (near !== undefined)
    return { hosts: [], finding: `No card is "${model}": make a plan that spells it exactly "${near}".`, wrong: true };
  const told =
    models.length === 0 ? "No host has a GPU" : `The cards are ${models.map((each) => `"${each}"`).join(", ")}`;
  return { hosts: [], finding: `No card is "${model}". ${told}.`, wrong: false };
}

/** Whether a plan's model may mean a GPU. One that means a slice names the profile; another one means a card. */
function mayMean(model: string, { model: told, slice }: CheckedGpu): boolean {
  const words = wordsOf(model);
  const fits = slice === undefined ? !SLICED.test(model) : [...wordsOf(slice.profile)].every((word) => words.has(word));
  return fits && isNear(model, told);
}

/** How NVIDIA's programs name slices. */
const SLICED = /\b(mig|grid|vgpu)\b/i;

/** Whether two names may mean one model: all words of one are in the other, however they are written. */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  return few.size > 0 && [...few].every((word) => many.has(word));
}

/** The makers and the punctuation of a name say nothing of its model, and `80GB` is two words as `80 GB` is. */
const MAKER = /^(nvidia|amd|tesla|geforce|instinct|corporation)$/;

function wordsOf(model: string): ReadonlySet<string> {
  const words =
    model
      .toLowerCase()
      .replaceAll(/(\d)(gb|mb)\b/g, "$1 $2")
      .match(/[a-z0-9]+/g) ?? [];
  return new Set(words.filter((word) => !MAKER.test(word)));
}
