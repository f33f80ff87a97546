import type { BalancerDocument, TargetHealth } from "@fulmar/edge-protocol";
import { type ApplyFailure, type Engine, type EngineUsage, portProblem, type Wanted } from "../engine.ts";
import { type Listened, openListener } from "./listener.ts";
import { Pool } from "./pool.ts";

interface Open extends Listened {
  readonly host: string;
  readonly server: { close(): Promise<void> };
}

interface Balancer {
  readonly pools: Map<string, Pool>;
  readonly listeners: Map<string, Open>;
}

/**
 * Load balancers in this process, for hosts without HAProxy: HTTP and TCP, without certificates, UDP and limits. It
 * ends with the agent. For development.
 */
export class DevelopmentBalancers implements Engine<"load_balancer"> {
  readonly kinds = ["load_balancer"] as const;
  readonly server = `development edge, Node.js ${process.versions.node}`;
  readonly #balancers = new Map<string, Balancer>();

  async apply({ documents, changed }: Wanted<"load_balancer">): Promise<readonly ApplyFailure[]> {
    const ids = changed ?? new Set([...documents.keys(), ...this.#balancers.keys()]);
    // Ports are given back before they are taken by others.
    for (const id of ids) if (!documents.has(id)) await this.#remove(id);
    const failures: ApplyFailure[] = [];
    for (const id of ids) {
      const document = documents.get(id);
      if (document === undefined) continue;
      const message = unserved(document.body) ?? (await this.#bring(id, document.body));
      if (message !== undefined) failures.push({ kind: "load_balancer", id, revision: document.revision, message });
    }
    return failures;
  }

  async health(): Promise<ReadonlyMap<string, readonly TargetHealth[]>> {
    return new Map(
      [...this.#balancers].map(([id, { pools }]) => [id, [...pools.values()].flatMap((pool) => pool.health())]),
    );
  }

  /** It counts nothing. */
  certificates(): readonly [] {
    return [];
  }

  async usage(): Promise<Partial<EngineUsage>> {
    return {};
  }

  async close(): Promise<void> {
    for (const id of this.#balancers.keys()) await this.#remove(id);
  }

  /** @returns why the document is not served, or undefined. Then the previous one is served as before */
  async #bring(id: string, { publicIp, listeners, pools }: BalancerDocument): Promise<string | undefined> {
    const balancer = this.#balancers.get(id) ?? { pools: new Map(), listeners: new Map() };
    const host = publicIp ?? "127.0.0.1";
    const added = new Map<string, Open>();
    for (const listener of listeners) {
      const key = `${host} ${listener.port} ${listener.protocol}`;
      if (balancer.listeners.has(key)) continue;
      const listened: Listened = { listener, poolOf: (poolId) => balancer.pools.get(poolId) };
      try {
        added.set(key, Object.assign(listened, { host, server: await openListener(listened, host) }));
      } catch (error) {
        for (const { server } of added.values()) await server.close();
        return portProblem(error, host, listener.port);
      }
    }
    const keys = new Map(listeners.map((listener) => [`${host} ${listener.port} ${listener.protocol}`, listener]));
    for (const [key, open] of balancer.listeners) {
      const listener = keys.get(key);
      if (listener !== undefined) open.listener = listener;
      else await open.server.close();
      if (listener === undefined) balancer.listeners.delete(key);
    }
    for (const [key, open] of added) balancer.listeners.set(key, open);
    for (const pool of pools) {
      const present = balancer.pools.get(pool.poolId);
      if (present === undefined) balancer.pools.set(pool.poolId, new Pool(pool));
      else present.update(pool);
    }
    for (const [poolId, pool] of balancer.pools) {
      if (pools.some((wanted) => wanted.poolId === poolId)) continue;
      pool.stop();
      balancer.pools.delete(poolId);
    }
    this.#balancers.set(id, balancer);
    return undefined;
  }

  async #remove(id: string): Promise<void> {
    const balancer = this.#balancers.get(id);
    this.#balancers.delete(id);
    for (const pool of balancer?.pools.values() ?? []) pool.stop();
    for (const { server } of balancer?.listeners.values() ?? []) await server.close();
  }
}

/** The parts of a balancer that the development edge does not serve, as a sentence for the owner. */
function unserved({ listeners, pools }: BalancerDocument): string | undefined {
  const protocol = [...listeners, ...pools].find(
    ({ protocol }) => protocol === "https" || protocol === "udp",
  )?.protocol;
  const what =
    protocol ?? (pools.some(({ proxyProtocol }) => proxyProtocol !== "none") ? "the PROXY protocol" : undefined);
  return what && `The development edge does not serve ${what}; install HAProxy on the edge's host.`;
}
