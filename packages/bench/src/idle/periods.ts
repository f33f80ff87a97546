import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** How often a reconciler came round. */
interface Period {
  readonly reconciler: string;
  /** 1 if it has no lanes. */
  readonly lanes: number;
  readonly runs: number;
  /** The time from one run of a lane to the next, on average. */
  readonly periodS: number;
}

const LOOK_MS = 500;

/** Watches the ends of runs for some time. Runs that follow each other faster than twice a second are counted once. */
export async function periodsOf(pool: pg.Pool, forMs: number): Promise<Period[]> {
  const seen = new Map<string, number>();
  const runs = new Map<string, number>();
  const until = performance.now() + forMs;
  for (; performance.now() < until; await sleep(LOOK_MS)) {
    const { rows } = await pool.query<{ name: string; at: string | null }>(
      "SELECT name, extract(epoch FROM finished_at) AS at FROM reconciler",
    );
    for (const { name, at } of rows) {
      const before = seen.get(name);
      if (before !== undefined && before !== Number(at)) runs.set(name, (runs.get(name) ?? 0) + 1);
      seen.set(name, Number(at));
    }
  }
  const byReconciler = Map.groupBy(seen.keys(), (name) => name.split("@")[0] ?? name);
  return [...byReconciler]
    .map(([reconciler, names]) => {
      const all = names.reduce((sum, name) => sum + (runs.get(name) ?? 0), 0);
      return { reconciler, lanes: names.length, runs: all, periodS: (forMs / 1_000) * (names.length / all) };
    })
    .filter(({ runs: all }) => all > 0)
    .toSorted((one, other) => one.reconciler.localeCompare(other.reconciler));
}
