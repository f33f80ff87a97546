import { randomUUID } from "node:crypto";
import type { Database } from "@fulmar/prisma";
import { watched } from "@fulmar/tracing";
import { attempt } from "./attempt.ts";
import { WorkerStopping } from "./interruption.ts";
import { HEARTBEAT_MS, LEASE_MS, LeaseLost } from "./lease.ts";
import type { Logger } from "./logger.ts";
import { type Ended, ReconcilerLeases, type Scheduled } from "./reconciler-lease.ts";

/**
 * A periodic job without input. It compares the actual state with the wanted one and repairs differences, both normally
 * and after a failure.
 */
export interface Reconciler<Services = unknown> {
  /** Unique in the installation: its row is the schedule. */
  readonly name: string;
  /** Pause from the end of one run to the beginning of the next, in the whole installation. */
  readonly everyMs: number;
  /**
   * `everyMs` is from the beginning of one run to the beginning of the next, for what must not become rarer as it
   * takes longer.
   */
  readonly steady?: true;
  /**
   * Its lanes are worked on side by side, such as the sites. Each has a schedule and a lease of its own, so that one
   * that takes long delays no other, and workers share them.
   */
  lanes?(services: Services): Promise<readonly string[]>;
  /**
   * `signal` is aborted when the worker stops or another one took over. Return or throw soon then.
   * @param lane the only lane to work on; by default all of them
   */
  run(services: Services, signal: AbortSignal, lane?: string): Promise<void>;
}

export interface ReconcilerOptions<Services> {
  readonly database: Database;
  readonly reconcilers: readonly Reconciler<Services>[];
  readonly services: Services;
  readonly logger: Logger;
}

/** How often the process checks for due reconcilers. */
const LOOK_MS = 1_000;
/** How often it looks for new lanes. */
const LANES_MS = 5_000;
/**
 * How many runs may be in their first second. One that takes longer mostly waits for a site, so it no longer counts,
 * and sites that do not answer keep nothing else from beginning. What one worker leaves, others take.
 */
const MOST_BEGINNING = 512;
const BEGINNING_MS = 1_000;

/** A reconciler, or one of its lanes, that this process may run. */
interface Task<Services> extends Scheduled {
  readonly reconciler: Reconciler<Services>;
}

interface Running {
  readonly ending: Promise<void>;
  readonly beganAt: number;
  readonly lost: AbortController;
  /** When the lease was last known to be valid. */
  renewedAt: number;
}

/**
 * Runs reconcilers periodically, each of them, or each of their lanes, on at most one worker at a time. An error is
 * logged, and the next period tries again.
 * @returns `stop`, which interrupts running reconcilers and releases them to other workers at once
 */
export function runReconcilers<Services>(options: ReconcilerOptions<Services>): { stop(): Promise<void> } {
  const runner = new ReconcilerRunner(options);
  return { stop: () => runner.stop() };
}

class ReconcilerRunner<Services> {
  readonly #options: ReconcilerOptions<Services>;
  readonly #leases: ReconcilerLeases;
  readonly #stopping = new AbortController();
  readonly #running = new Map<string, Running>();
  readonly #registered = new Set<string>();
  readonly #timers: readonly NodeJS.Timeout[];
  #tasks: readonly Task<Services>[] = [];
  #listedAt = Number.NEGATIVE_INFINITY;
  #looking = Promise.resolve();
  #ended: Ended[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: ReconcilerOptions<Services>) {
    this.#options = options;
    this.#leases = new ReconcilerLeases(options.database.sql, randomUUID());
    this.#timers = [setInterval(() => this.#lookNext(), LOOK_MS), setInterval(() => void this.#beat(), HEARTBEAT_MS)];
    this.#lookNext();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new WorkerStopping());
    await this.#looking;
    await Promise.all([...this.#running.values()].map(({ ending }) => ending));
    for (const timer of this.#timers) clearInterval(timer);
  }

  #lookNext(): void {
    this.#looking = this.#looking.then(() => (this.#stopping.signal.aborted ? undefined : this.#look()));
  }

  async #look(): Promise<void> {
    try {
      await this.#list();
      const begun = performance.now() - BEGINNING_MS;
      const beginning = [...this.#running.values()].filter(({ beganAt }) => beganAt > begun).length;
      if (beginning >= MOST_BEGINNING) return;
      const free = this.#tasks.filter(({ name }) => !this.#running.has(name));
      const names = free.map(({ name }) => name);
      const taken = new Set(await this.#leases.take(names, MOST_BEGINNING - beginning));
      for (const task of free) if (taken.has(task.name)) this.#begin(task);
    } catch (error) {
      this.#options.logger.error({ err: error }, "reconcilers could not be scheduled; the next look tries again");
    }
  }

  /** Reads the lanes, and registers new ones. */
  async #list(): Promise<void> {
    if (performance.now() - this.#listedAt < LANES_MS) return;
    const { reconcilers, services } = this.#options;
    const read = new Map<Reconciler<Services>["lanes"], readonly string[]>();
    const tasks: Task<Services>[] = [];
    for (const reconciler of reconcilers) {
      const { name, lanes } = reconciler;
      if (lanes === undefined) {
        tasks.push({ reconciler, name, lane: null });
        continue;
      }
      const listed = read.get(lanes) ?? (await lanes(services));
      read.set(lanes, listed);
      tasks.push(...listed.map((lane) => ({ reconciler, name: `${name}@${lane}`, lane })));
    }
    const added = tasks.filter(({ name }) => !this.#registered.has(name));
    if (added.length > 0) await this.#leases.register(added);
    for (const { name } of added) this.#registered.add(name);
    this.#tasks = tasks;
    this.#listedAt = performance.now();
  }

  #begin(task: Task<Services>): void {
    const beganAt = performance.now();
    const lost = new AbortController();
    const ending = this.#carryOut(task, lost.signal, beganAt).finally(() => this.#running.delete(task.name));
    this.#running.set(task.name, { ending, beganAt, lost, renewedAt: beganAt });
  }

  async #carryOut({ name, lane, reconciler }: Task<Services>, lost: AbortSignal, beganAt: number): Promise<void> {
    const { services, logger } = this.#options;
    const attributes = lane === null ? {} : { "fulmar.provider": lane };
    const run = (signal: AbortSignal) => reconciler.run(services, signal, lane ?? undefined);
    let error: string | null = null;
    try {
      await watched({ kind: "reconciler", name: reconciler.name, attributes }, () =>
        attempt(async (signal) => run(signal), { signals: [this.#stopping.signal, lost], limits: [], logger }),
      );
    } catch (thrown) {
      if (thrown instanceof WorkerStopping) return this.#release(name);
      if (thrown instanceof LeaseLost) logger.warn({ reconciler: name }, "a reconciler went to another worker");
      else logger.error({ reconciler: name, err: thrown }, "a reconciler failed and runs again next period");
      error = String(thrown);
    }
    const tookMs = performance.now() - beganAt;
    const passedMs = reconciler.steady ? tookMs : 0;
    await this.#finish({ name, dueMs: Math.max(0, reconciler.everyMs - passedMs), tookMs, error });
  }

  async #release(name: string): Promise<void> {
    try {
      await this.#leases.release(name);
    } catch (error) {
      this.#unrecorded(error, [name]);
    }
  }

  /** Ends that come while others are being written are written together. */
  #finish(end: Ended): Promise<void> {
    this.#ended.push(end);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#ended.length > 0) {
      const ended = this.#ended.splice(0);
      try {
        await this.#leases.finish(ended);
      } catch (error) {
        this.#unrecorded(
          error,
          ended.map(({ name }) => name),
        );
      }
    }
  }

  #unrecorded(error: unknown, names: readonly string[]): void {
    this.#options.logger.error(
      { reconcilers: names, err: error },
      "the end of a reconciler could not be recorded; it is due again when its lease runs out",
    );
  }

  /** Renews all leases in one statement, and tells the runs of lost ones. */
  async #beat(): Promise<void> {
    const asked = [...this.#running];
    if (asked.length === 0) return;
    const sentAt = performance.now();
    // If the database has not answered for the length of a lease, another worker may have begun.
    for (const [name, run] of asked) if (sentAt - run.renewedAt > LEASE_MS) run.lost.abort(new LeaseLost(name));
    try {
      const held = await this.#leases.prolong(asked.map(([name]) => name));
      for (const [name, run] of asked) {
        if (held.has(name)) run.renewedAt = sentAt;
        else run.lost.abort(new LeaseLost(name));
      }
    } catch (error) {
      this.#options.logger.error({ err: error }, "the leases of reconcilers could not be prolonged");
    }
  }
}
