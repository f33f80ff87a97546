import type { LoadBalancerListener, LoadBalancerPool, TargetHealthStatus } from "@fulmar/contract";
import { describeAction, describeCondition } from "./describe-rule.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FlowTarget {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly health: TargetHealthStatus;
}
type FlowPool = Pick<LoadBalancerPool, "pool_id" | "name" | "protocol" | "algorithm"> & {
  readonly targets: readonly FlowTarget[];
};
type FlowListener = Pick<
  LoadBalancerListener,
  "listener_id" | "name" | "protocol" | "port" | "default_pool_id" | "rules"
>;

/** A step from a listener to a target: `rule` is its condition, `action` its action if that is not a pool. */
interface Choice extends Box {
  readonly key: string;
  readonly when: string;
  readonly action: string | null;
}

export interface FlowLayout {
  readonly width: number;
  readonly height: number;
  readonly listeners: readonly (Box & { readonly listener: FlowListener })[];
  readonly choices: readonly Choice[];
  readonly pools: readonly (Box & { readonly pool: FlowPool })[];
  readonly targets: readonly (Box & {
    readonly key: string;
    readonly target: FlowTarget | undefined;
    readonly more: number;
  })[];
  readonly ways: readonly string[];
}

const COLUMNS = {
  listener: { x: 0, width: 130 },
  choice: { x: 154, width: 300 },
  pool: { x: 520, width: 170 },
  target: { x: 730, width: 190 },
};
const WIDTH = COLUMNS.target.x + COLUMNS.target.width;
const CHOICE = { height: 40, gap: 6 };
const TARGET = { height: 26, gap: 4 };
const BLOCK_GAP = 16;
const MOST_TARGETS = 8;

/**
 * The route of requests from left to right: listeners, their rules in order of evaluation, pools and targets.
 * @param inOrder sorts a listener's rules (`inOrder` of the contract)
 */
export function flowLayout(
  listeners: readonly FlowListener[],
  pools: readonly FlowPool[],
  inOrder: (rules: FlowListener["rules"]) => FlowListener["rules"],
): FlowLayout {
  const right = placePools(pools);
  const poolAt = (id: string | null) => right.pools.find(({ pool }) => pool.pool_id === id);
  const left = { listeners: [] as FlowLayout["listeners"][number][], choices: [] as Choice[], ways: [] as string[] };
  let y = 0;
  for (const listener of listeners) {
    const top = y;
    for (const [index, { pool_id, redirect, ...conditions }] of [
      ...inOrder(listener.rules),
      { ...ANYTHING, pool_id: listener.default_pool_id, redirect: null },
    ].entries()) {
      const last = index === listener.rules.length;
      const pool = poolAt(pool_id);
      const when = last ? (index === 0 ? "everything" : "everything else") : describeCondition(conditions);
      const action = pool === undefined ? describeAction({ pool_id: null, redirect }, String) : null;
      const choice = {
        ...COLUMNS.choice,
        y,
        height: CHOICE.height,
        key: `${listener.listener_id} ${index}`,
        when,
        action,
      };
      left.choices.push(choice);
      left.ways.push(`M ${COLUMNS.listener.x + COLUMNS.listener.width} ${y + CHOICE.height / 2} H ${COLUMNS.choice.x}`);
      if (pool !== undefined)
        left.ways.push(
          curve(COLUMNS.choice.x + COLUMNS.choice.width, y + CHOICE.height / 2, pool.x, pool.y + pool.height / 2),
        );
      y += CHOICE.height + CHOICE.gap;
    }
    left.listeners.push({ ...COLUMNS.listener, y: top, height: y - top - CHOICE.gap, listener });
    y += BLOCK_GAP - CHOICE.gap;
  }
  const height = Math.max(y - BLOCK_GAP, right.height, CHOICE.height);
  return {
    width: WIDTH,
    height,
    listeners: left.listeners,
    choices: left.choices,
    pools: right.pools,
    targets: right.targets,
    ways: [...left.ways, ...right.ways],
  };
}

const ANYTHING = { priority: 0, host: null, path: null, header: null };

function placePools(pools: readonly FlowPool[]) {
  const placed = {
    pools: [] as FlowLayout["pools"][number][],
    targets: [] as FlowLayout["targets"][number][],
    ways: [] as string[],
    height: 0,
  };
  let y = 0;
  for (const pool of pools) {
    const shown = shownTargets(pool.targets);
    const height = Math.max(46, shown.length * (TARGET.height + TARGET.gap) - TARGET.gap);
    placed.pools.push({ ...COLUMNS.pool, y, height, pool });
    for (const [index, target] of shown.entries()) {
      const top = y + index * (TARGET.height + TARGET.gap);
      placed.targets.push({
        ...COLUMNS.target,
        y: top,
        height: TARGET.height,
        key: `${pool.pool_id} ${index}`,
        ...target,
      });
      if (target.more === 0)
        placed.ways.push(`M ${COLUMNS.pool.x + COLUMNS.pool.width} ${top + TARGET.height / 2} H ${COLUMNS.target.x}`);
    }
    placed.height = y + height;
    y = placed.height + BLOCK_GAP;
  }
  return placed;
}

/** Unhealthy targets come first, so that a long list does not hide them. */
function shownTargets(
  targets: readonly FlowTarget[],
): { readonly target: FlowTarget | undefined; readonly more: number }[] {
  const one = (target: FlowTarget) => ({ target, more: 0 });
  if (targets.length <= MOST_TARGETS) return targets.map(one);
  const sorted = targets.toSorted((a, b) => Number(a.health === "online") - Number(b.health === "online"));
  return [
    ...sorted.slice(0, MOST_TARGETS - 1).map(one),
    { target: undefined, more: targets.length - MOST_TARGETS + 1 },
  ];
}

function curve(x: number, y: number, toX: number, toY: number): string {
  const middle = (x + toX) / 2;
  return `M ${x} ${y} C ${middle} ${y} ${middle} ${toY} ${toX} ${toY}`;
}
