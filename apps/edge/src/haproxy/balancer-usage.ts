import type { BalancerDocument, BalancerUsage } from "@fulmar/edge-protocol";
import { nameOf } from "./quoting.ts";
import type { Statistics, StatisticsRow } from "./statistics.ts";

/** Who is counted: a listener or a target of a balancer. */
type Counted = Pick<BalancerUsage, "loadBalancerId" | "part" | "partId">;
type Counts = Omit<BalancerUsage, keyof Counted>;

/**
 * Adds up what listeners and targets did, from the counters of a HAProxy process. The counters of a worker begin at
 * zero, and are read before each reload. What a former worker still serves after its reload is not counted.
 */
export class BalancerCounter {
  /** The last statistics read of the present worker, by frontend or server; undefined if they are unknown. */
  #read: Statistics | undefined;
  readonly #untold = new Map<string, BalancerUsage>();
  readonly #totals = new Map<string, BalancerUsage>();

  /** A worker has begun at zero. */
  begin(): void {
    this.#read = new Map();
  }

  /** Counts what came since the last call. After a start of the agent, the first call only notes where it begins. */
  count(statistics: Statistics, balancers: ReadonlyMap<string, BalancerDocument>): void {
    const former = this.#read;
    this.#read = statistics;
    if (former === undefined) return;
    const parts = countedOf(balancers);
    const ids = new Set(parts.map(([, { partId }]) => partId));
    for (const id of this.#totals.keys()) if (!ids.has(id)) this.#totals.delete(id);
    for (const [name, counted] of parts) {
      const row = statistics.get(name);
      if (row === undefined) continue;
      const counts = difference(row, former.get(name), counted.part);
      if (counts.requests + counts.bytesReceived + counts.bytesSent + counts.errors === 0) continue;
      for (const sums of [this.#untold, this.#totals]) add(sums, counted, counts);
    }
  }

  take(): BalancerUsage[] {
    const used = [...this.#untold.values()];
    this.#untold.clear();
    return used;
  }

  /** The usage of the present listeners and targets since the agent's start. */
  totals(): readonly BalancerUsage[] {
    return [...this.#totals.values()];
  }
}

function add(sums: Map<string, BalancerUsage>, counted: Counted, counts: Counts): void {
  const former = sums.get(counted.partId);
  sums.set(counted.partId, { ...counted, ...(former === undefined ? counts : sum(former, counts)) });
}

function countedOf(balancers: ReadonlyMap<string, BalancerDocument>): (readonly [name: string, Counted])[] {
  return [...balancers].flatMap(([loadBalancerId, { listeners, pools }]) => [
    ...listeners.map(
      ({ listenerId: partId }) =>
        [`${nameOf(partId)}/FRONTEND`, { loadBalancerId, part: "listener", partId } as const] as const,
    ),
    ...pools.flatMap(({ poolId, targets }) =>
      targets.map(
        ({ targetId: partId }) =>
          [`${nameOf(poolId)}/${nameOf(partId)}`, { loadBalancerId, part: "target", partId } as const] as const,
      ),
    ),
  ]);
}

/** A frontend counts requests of HTTP apart from sessions, and a server counts each request as a session. */
function difference(row: StatisticsRow, former: StatisticsRow | undefined, part: Counted["part"]): Counts {
  const grown = (name: keyof StatisticsRow) => Math.max(0, Number(row[name]) - Number(former?.[name] ?? 0));
  const requests = grown(part === "listener" && row.mode === "http" ? "req_tot" : "stot");
  return {
    ...{ requests, bytesReceived: grown("bin"), bytesSent: grown("bout") },
    statuses: {
      "2xx": grown("hrsp_2xx"),
      "3xx": grown("hrsp_3xx"),
      "4xx": grown("hrsp_4xx"),
      "5xx": grown("hrsp_5xx"),
    },
    errors: part === "listener" ? grown("ereq") : grown("econ") + grown("eresp"),
    // HAProxy tells the average of the last 1,024 requests.
    responseMs: part === "listener" ? 0 : requests * Number(row.rtime),
  };
}

function sum(one: Counts, other: Counts): Counts {
  return {
    requests: one.requests + other.requests,
    bytesReceived: one.bytesReceived + other.bytesReceived,
    bytesSent: one.bytesSent + other.bytesSent,
    statuses: {
      "2xx": one.statuses["2xx"] + other.statuses["2xx"],
      "3xx": one.statuses["3xx"] + other.statuses["3xx"],
      "4xx": one.statuses["4xx"] + other.statuses["4xx"],
      "5xx": one.statuses["5xx"] + other.statuses["5xx"],
    },
    errors: one.errors + other.errors,
    responseMs: one.responseMs + other.responseMs,
  };
}
