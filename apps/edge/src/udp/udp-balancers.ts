import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { BalancerDocument, EdgeDocument, TargetHealth } from "@fulmar/edge-protocol";
import { Pool } from "../development/pool.ts";
import { type ApplyFailure, inTurns, portProblem } from "../engine.ts";
import { placeOf, udpConfiguration } from "./udp-configuration.ts";
import type { UdpNginx } from "./udp-nginx.ts";

/** How often nginx is looked after, and gets what checks have found. */
const WATCH_MS = 1_000;

interface Served {
  readonly document: BalancerDocument;
  readonly pools: Map<string, Pool>;
}

/** The UDP listeners of load balancers, by nginx's stream module. The agent checks the targets itself. */
export class UdpBalancers {
  readonly #nginx: UdpNginx;
  readonly #served = new Map<string, Served>();
  readonly #failed = new Map<string, ApplyFailure>();
  readonly #watch: NodeJS.Timeout;
  readonly #inTurn = inTurns();
  /** From the first documents on: before, nginx serves what a former agent wanted. */
  #isReady: boolean = false;

  /** @param onWarning is told when nginx could not be looked after; it is tried again */
  constructor(nginx: UdpNginx, onWarning: (problem: unknown) => void) {
    this.#nginx = nginx;
    this.#watch = setInterval(() => void this.#inTurn(() => this.#look()).catch(onWarning), WATCH_MS);
    this.#watch.unref();
  }

  /**
   * @param documents all balancers with UDP listeners, with those listeners and pools alone
   * @param changed undefined: all
   */
  apply(
    documents: ReadonlyMap<string, EdgeDocument<"load_balancer">>,
    changed: ReadonlySet<string> | undefined,
  ): Promise<readonly ApplyFailure[]> {
    return this.#inTurn(async () => {
      const known = [...this.#served.keys(), ...this.#failed.keys()];
      for (const id of known) if (!documents.has(id)) this.#remove(id);
      for (const [id, document] of documents) {
        if (changed !== undefined && !changed.has(id)) continue;
        const message = await this.#problemOf(id, document.body);
        if (message === undefined) this.#put(id, document.body);
        else this.#failed.set(id, { kind: "load_balancer", id, revision: document.revision, message });
      }
      this.#isReady = true;
      await this.#bring();
      return [...this.#failed.values()];
    });
  }

  health(): ReadonlyMap<string, readonly TargetHealth[]> {
    return new Map(
      [...this.#served].map(([id, { pools }]) => [id, [...pools.values()].flatMap((pool) => pool.health())]),
    );
  }

  /** Ends the checks, not nginx: it goes on serving. */
  async close(): Promise<void> {
    clearInterval(this.#watch);
    await this.#inTurn(async () => {
      this.#isReady = false;
    });
    for (const id of [...this.#served.keys()]) this.#remove(id);
  }

  async #look(): Promise<void> {
    if (this.#isReady) await this.#bring();
  }

  #put(id: string, document: BalancerDocument): void {
    const pools = this.#served.get(id)?.pools ?? new Map<string, Pool>();
    for (const [poolId, pool] of pools) {
      if (document.pools.some((wanted) => wanted.poolId === poolId)) continue;
      pool.stop();
      pools.delete(poolId);
    }
    for (const pool of document.pools) {
      const present = pools.get(pool.poolId);
      if (present === undefined) pools.set(pool.poolId, new Pool(pool));
      else present.update(pool);
    }
    this.#served.set(id, { document, pools });
    this.#failed.delete(id);
  }

  #remove(id: string): void {
    for (const pool of this.#served.get(id)?.pools.values() ?? []) pool.stop();
    this.#served.delete(id);
    this.#failed.delete(id);
  }

  /** Brings nginx to the wanted state. Without balancers it is not started. */
  async #bring(): Promise<void> {
    const health = this.health();
    const balancers = [...this.#served].map(([id, { document }]) => ({ id, document, health: health.get(id) ?? [] }));
    const wanted = udpConfiguration(this.#nginx.folder, balancers);
    if (await this.#nginx.serves(wanted.digest)) return;
    if (balancers.length === 0) return this.#nginx.stop();
    await this.#nginx.serve(wanted);
  }

  /** Why a balancer cannot be served, as a sentence for its owner. nginx itself would refuse all of them. */
  async #problemOf(id: string, document: BalancerDocument): Promise<string | undefined> {
    const host = document.publicIp ?? "127.0.0.1";
    const open = new Set(this.#nginx.places());
    for (const { port } of document.listeners) {
      const place = placeOf(document, port);
      const others = [...this.#served].filter(([other]) => other !== id);
      const isTaken = others.some(([, { document: other }]) =>
        other.listeners.some((one) => placeOf(other, one.port) === place),
      );
      if (isTaken) return portProblem({ code: "EADDRINUSE" }, host, port);
      const problem = open.has(place) ? undefined : await openingProblem(host, port);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
}

async function openingProblem(host: string, port: number): Promise<string | undefined> {
  const probe = createSocket("udp4");
  try {
    const listening = once(probe, "listening");
    probe.bind({ address: host, port, exclusive: true });
    await listening;
    return undefined;
  } catch (error) {
    return portProblem(error, host, port);
  } finally {
    probe.close();
  }
}
