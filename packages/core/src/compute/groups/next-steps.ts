import type { Group, Member } from "./group-rows.ts";

/** What a group does next. Nothing to make or to remove, and not `steady`: it waits. */
interface Steps {
  readonly make: number;
  readonly remove: readonly Member[];
  readonly steady: boolean;
}

/** A VM on its way to run for the first time. */
const COMING: ReadonlySet<string> = new Set(["pending", "creating", "provisioning", "configuring"]);
/** A VM that somebody has stopped is there, and is not started. */
const RESTING: ReadonlySet<string> = new Set(["stopping", "stopped"]);

/**
 * What a group does next: it removes what is broken, makes what is missing, removes what is too much, and replaces
 * what an earlier template made, one by one, so that never fewer VMs than the count run.
 */
export function nextSteps(
  group: Pick<Group, "desired_count" | "generation" | "pool_id" | "target_tag">,
  members: readonly Member[],
): Steps {
  const checked = group.pool_id !== null && group.target_tag !== null;
  const isReady = ({ status, health }: Member) => status === "running" && (!checked || health === "online");
  const isBroken = ({ status, ailing }: Member) => status === "error" || ailing === true;
  const isOld = ({ generation }: Member) => generation < group.generation;

  const staying = members.filter(({ status }) => status !== "deleting");
  const broken = staying.filter(isBroken);
  const present = staying.filter((member) => !isBroken(member));
  const old = present.filter(isOld);
  const settled = present.filter((member) => !isOld(member)).every((one) => isReady(one) || RESTING.has(one.status));

  const missing = group.desired_count - present.length;
  // One more at a time, when the one before works.
  const surge = old.length > 0 && missing === 0 && settled && present.every(({ status }) => !COMING.has(status));
  const remove = [...broken.filter(isFree), ...surplusOf(present, -missing, group.desired_count, isReady, isOld)];
  const make = Math.max(0, missing, surge ? 1 : 0);
  const steady =
    missing === 0 && old.length === 0 && settled && staying.length === members.length && remove.length === 0;
  return { make, remove, steady: steady && broken.length === 0 };
}

function isFree({ operation_id }: Member): boolean {
  return operation_id === null;
}

/** Those that go first: of an earlier template, then those that do not run, then the newest. */
function surplusOf(
  present: readonly Member[],
  surplus: number,
  wanted: number,
  isReady: (member: Member) => boolean,
  isOld: (member: Member) => boolean,
): Member[] {
  const rank = (member: Member) => (isOld(member) ? 0 : 2) + (isReady(member) ? 1 : 0);
  const inOrder = present.toSorted((a, b) => rank(a) - rank(b) || (a.vm_id < b.vm_id ? 1 : -1));
  let ready = present.filter(isReady).length;
  const removed: Member[] = [];
  for (const member of inOrder.slice(0, Math.max(0, surplus))) {
    if (!isFree(member)) continue;
    if (isReady(member)) {
      if (ready <= wanted) continue;
      ready--;
    }
    removed.push(member);
  }
  return removed;
}
