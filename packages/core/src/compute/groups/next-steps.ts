import type { Group, Member } from "./group-rows.ts";
import { isToStart, isToStop } from "./power.ts";

/** What a group does next. Nothing of all, and not `steady`: it waits. */
interface Steps {
  readonly make: number;
  readonly remove: readonly Member[];
  readonly stop: readonly Member[];
  readonly start: readonly Member[];
  readonly steady: boolean;
}

/** A VM on its way to run for the first time. */
const COMING: ReadonlySet<string> = new Set(["pending", "creating", "provisioning", "configuring"]);
/** A VM that somebody has stopped is there, and is not started. */
const RESTING: ReadonlySet<string> = new Set(["stopping", "stopped"]);

/**
 * What a group does next: it removes what is broken, makes what is missing, removes what is too much, and replaces
 * what an earlier template made, one by one, so that never fewer VMs than the count run. One that is stopped only
 * stops its VMs; one that starts has all VMs that it has stopped run first.
 */
export function nextSteps(
  group: Pick<Group, "desired_count" | "generation" | "pool_id" | "target_tag" | "power">,
  members: readonly Member[],
): Steps {
  if (group.power === "stopped") return whileStopped(members);
  const checked = group.pool_id !== null && group.target_tag !== null;
  const isReady = ({ status, health }: Member) => status === "running" && (!checked || health === "online");
  const isBroken = ({ status, ailing }: Member) => status === "error" || ailing === true;
  const isOld = ({ generation }: Member) => generation < group.generation;

  const staying = members.filter(({ status }) => status !== "deleting");
  const broken = staying.filter(isBroken);
  const present = staying.filter((member) => !isBroken(member));
  const old = present.filter(isOld);
  const missing = group.desired_count - present.length;
  const start = present.filter((member) => isFree(member) && isToStart(member));
  const starts = start.length > 0 || present.some(({ status }) => status === "starting");
  const isSettled = (member: Member) => isReady(member) || RESTING.has(member.status);
  const settled = !starts && present.filter((member) => !isOld(member)).every(isSettled);

  // One more at a time, when the one before works.
  const surge = old.length > 0 && missing === 0 && settled && present.every(({ status }) => !COMING.has(status));
  const surplus = starts ? [] : surplusOf(present, -missing, group.desired_count, isReady, isOld);
  const remove = [...broken.filter(isFree), ...surplus];
  const make = Math.max(0, missing, surge ? 1 : 0);
  const steady =
    missing === 0 && old.length === 0 && settled && staying.length === members.length && remove.length === 0;
  return { make, remove, stop: [], start, steady: steady && broken.length === 0 };
}

/** A group that is stopped makes, heals and removes nothing: also what is too much may be what works. */
function whileStopped(members: readonly Member[]): Steps {
  const stop = members.filter((member) => isFree(member) && isToStop(member));
  const isStill = (member: Member) => isFree(member) && !COMING.has(member.status);
  return { make: 0, remove: [], stop, start: [], steady: stop.length === 0 && members.every(isStill) };
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
