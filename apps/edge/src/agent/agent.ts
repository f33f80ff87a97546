import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type EdgeDocument,
  type EdgeReport,
  MOST_SERVED_CERTIFICATES,
  type ServedCertificate,
  type StreamLine,
  type UsageBatch,
} from "@fulmar/edge-protocol";
import type { Logger } from "@fulmar/http";
import type { ApplyFailure, Engine } from "../engine.ts";
import { type ApiClient, Refused } from "./api-client.ts";
import { type AgentFolder, toDocument } from "./folder.ts";

const REPORT_MS = 5_000;
const RETRY_MS = { first: 500, most: 10_000 };
/** How often a document that could not be applied is tried again: its port may be free by then. */
const TRY_AGAIN_MS = 10_000;
/**
 * The most that one report contains, so that it stays below the API's limit of a body: balancers with their health,
 * and counts.
 */
const MOST_HEALTH = 500;
const MOST_COUNTS = 1_000;

/**
 * The agent of an edge: receives documents, lets the engines apply them, and reports. It applies what it was last told
 * before it asks the API, and goes on serving while the API is away.
 */
export class Agent {
  readonly #api: ApiClient;
  readonly #folder: AgentFolder;
  readonly #engines: readonly Engine[];
  readonly #logger: Logger;
  readonly #reportMs: number;
  readonly #stop = new AbortController();
  readonly #documents = new Map<string, EdgeDocument>();
  /** The documents that changed since the engines were last told; undefined until they were told everything. */
  #changed: Map<string, EdgeDocument["kind"]> | undefined;
  readonly #failures = new Map<Engine, readonly ApplyFailure[]>();
  /** Documents of a newer API that this agent does not understand, by id. Their previous revisions are served. */
  readonly #notUnderstood = new Map<string, ApplyFailure>();
  #received: { readonly cursor: string | undefined; readonly sequence: number };
  #applied = 0;
  /** Visitors' usage that the API has not taken yet. An agent that is killed loses it, in the customer's favor. */
  #untold: UsageBatch[] = [];
  /** The certificates that the API was told of, in JSON; undefined where it may know of none. */
  #told: string | undefined;
  #applying: Promise<void> = Promise.resolve();
  #reportSoon = Promise.withResolvers<void>();
  #ended: Promise<unknown> = Promise.resolve();

  constructor(parts: {
    readonly api: ApiClient;
    readonly folder: AgentFolder;
    readonly engines: readonly Engine[];
    readonly logger: Logger;
    /** The longest time between two reports. */
    readonly reportMs?: number;
  }) {
    this.#api = parts.api;
    this.#folder = parts.folder;
    this.#engines = parts.engines;
    this.#logger = parts.logger;
    this.#reportMs = parts.reportMs ?? REPORT_MS;
    const { documents, ...received } = parts.folder.spooled();
    for (const document of documents) this.#documents.set(document.id, document);
    this.#received = received;
  }

  /** Begins to serve what was last told, and to follow the API. */
  start(): void {
    this.#apply();
    this.#ended = Promise.all([this.#follow(), this.#report(), this.#tryAgain()]);
  }

  /** Stops following. The engines' servers go on serving. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#reportSoon.resolve();
    await this.#ended;
    await this.#applying;
    for (const engine of this.#engines) await engine.close();
  }

  /** Reads the stream, again and again. */
  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    for (let delayMs = RETRY_MS.first; !signal.aborted; ) {
      try {
        for await (const line of this.#api.documents(this.#received.cursor, signal)) {
          this.#take(line);
          delayMs = RETRY_MS.first;
        }
      } catch (error) {
        if (signal.aborted) return;
        const said =
          error instanceof Refused ? error.message : "The API does not answer; its last documents are served.";
        this.#logger.warn({ err: error }, said);
      }
      this.#incoming = undefined;
      await pause(delayMs, undefined, { signal }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, RETRY_MS.most);
    }
  }

  /** The lines since the last `ready`. They count together, so that a stream that breaks changes nothing by half. */
  #incoming: { reset: boolean; documents: Map<string, EdgeDocument | null> } | undefined;

  #take(line: StreamLine): void {
    if (line.type === "ping") return;
    this.#incoming ??= { reset: false, documents: new Map() };
    if (line.type === "reset") this.#incoming.reset = true;
    if (line.type === "document") this.#incoming.documents.set(line.id, this.#documentOf(line));
    if (line.type === "ready") this.#keep(line);
  }

  /** Null for a removed document; the previous one where the agent does not understand the new one. */
  #documentOf(line: Extract<StreamLine, { type: "document" }>): EdgeDocument | null {
    this.#notUnderstood.delete(line.id);
    if (line.body === null) return null;
    try {
      return toDocument({ ...line, body: line.body });
    } catch (error) {
      const { kind, id, revision } = line;
      const message = "The edge's agent is older than the API and does not understand the document; update the agent.";
      this.#notUnderstood.set(id, { kind, id, revision, message });
      this.#logger.error({ err: error, kind, id }, message);
      return this.#documents.get(id) ?? null;
    }
  }

  #keep({ sequence, cursor }: { readonly sequence: number; readonly cursor: string }): void {
    const { reset, documents } = this.#incoming ?? { reset: false, documents: new Map<string, null>() };
    this.#incoming = undefined;
    if (reset) this.#told = undefined;
    if (reset) for (const id of this.#documents.keys()) if (!documents.has(id)) documents.set(id, null);
    for (const [id, document] of documents) this.#set(id, document);
    this.#received = { cursor, sequence };
    this.#folder.spool({ cursor, sequence, documents: [...this.#documents.values()] });
    this.#apply();
  }

  #set(id: string, document: EdgeDocument | null): void {
    const former = this.#documents.get(id);
    if (document === null) this.#documents.delete(id);
    else this.#documents.set(id, document);
    const kind = document?.kind ?? former?.kind;
    if (kind !== undefined) this.#changed?.set(id, kind);
  }

  /** Applies after the application that is under way, everything that has come until then. */
  #apply(): void {
    this.#applying = this.#applying.then(() => this.#applyAll());
  }

  async #applyAll(): Promise<void> {
    const { signal } = this.#stop;
    const changed = this.#changed;
    const { sequence } = this.#received;
    if (changed?.size === 0) {
      this.#tell(sequence);
      return;
    }
    this.#changed = new Map();
    try {
      await Promise.all(this.#engines.map((engine) => this.#applyBy(engine, changed)));
      this.#tell(sequence);
    } catch (error) {
      // Everything is applied again, because it is not known how far the engine came.
      this.#changed = undefined;
      if (signal.aborted) return;
      this.#logger.error({ err: error }, "the servers could not be reached and are tried again");
      await pause(RETRY_MS.first, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) this.#apply();
    }
  }

  async #applyBy(engine: Engine, changed: ReadonlyMap<string, EdgeDocument["kind"]> | undefined): Promise<void> {
    const own = (kind: EdgeDocument["kind"]) => engine.kinds.includes(kind);
    const ids = changed && new Set([...changed].flatMap(([id, kind]) => (own(kind) ? [id] : [])));
    if (ids?.size === 0) return;
    const documents = new Map([...this.#documents].filter(([, { kind }]) => own(kind)));
    const failures = await engine.apply({ documents, changed: ids }, this.#stop.signal);
    this.#failures.set(engine, failures);
    for (const failure of failures) this.#logger.warn(failure, "a document could not be applied");
  }

  async #tryAgain(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await pause(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      const failures = [...this.#failures.values()].flat();
      for (const { id, kind } of failures) this.#changed?.set(id, kind);
      if (failures.length > 0 && !signal.aborted) this.#apply();
    }
  }

  #tell(sequence: number): void {
    this.#applied = sequence;
    this.#reportSoon.resolve();
  }

  async #report(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#reportSoon = Promise.withResolvers<void>();
      try {
        for (const report of await this.#reports()) {
          await this.#api.report(report, signal);
          if (report.certificates !== null) this.#told = JSON.stringify(report.certificates);
          if (report.usage === this.#untold[0]) this.#untold.shift();
        }
      } catch (error) {
        if (signal.aborted) return;
        // A report that was lost is followed by the next. One that was refused is not taken until somebody does
        // something.
        if (error instanceof Refused) this.#logger.warn({ err: error }, error.message);
        else this.#logger.debug({ err: error }, "a report was not taken");
        await pause(RETRY_MS.first, undefined, { signal }).catch(() => undefined);
      }
      const pausing = pause(this.#reportMs, undefined, { signal }).catch(() => undefined);
      await Promise.race([this.#reportSoon.promise, pausing]);
    }
  }

  async #reports(): Promise<EdgeReport[]> {
    const applied = this.#applied;
    const failures = [...this.#failures.values(), [...this.#notUnderstood.values()]].flat().slice(0, 1000);
    const servers = this.#engines.flatMap(({ server }) => (server === "" ? [] : [server]));
    if (this.#untold.length === 0) this.#untold = await this.#usage();
    const batches = [...this.#untold];
    const kinds = this.#engines.flatMap((engine) => engine.kinds);
    const health = (await Promise.all(this.#engines.map((engine) => engine.health())))
      .flatMap((each) => [...each])
      .map(([loadBalancerId, targets]) => ({ loadBalancerId, targets: [...targets] }));
    const certificates = this.#certificates();
    const isTold = JSON.stringify(certificates) === this.#told;
    const common = { applied, failures, servers, kinds };
    const parts = Math.max(1, Math.ceil(health.length / MOST_HEALTH), batches.length);
    const reports = Array.from({ length: parts }, (_, part) => ({
      ...{ ...common, usage: batches[part] ?? null, certificates: null },
      health: health.slice(part * MOST_HEALTH, (part + 1) * MOST_HEALTH),
    }));
    return isTold ? reports : [...reports, { ...common, usage: null, health: [], certificates }];
  }

  /** What the servers serve, those first that end first. */
  #certificates(): ServedCertificate[] {
    return this.#engines
      .flatMap((engine) => engine.certificates())
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      .slice(0, MOST_SERVED_CERTIFICATES);
  }

  async #usage(): Promise<UsageBatch[]> {
    const used = await Promise.all(this.#engines.map((engine) => engine.usage()));
    const distributions = used.flatMap((each) => each.distributions ?? []);
    const loadBalancers = used.flatMap((each) => each.loadBalancers ?? []);
    const batches = Math.ceil(Math.max(distributions.length, loadBalancers.length) / MOST_COUNTS);
    return Array.from({ length: batches }, (_, batch) => {
      const [from, to] = [batch * MOST_COUNTS, (batch + 1) * MOST_COUNTS];
      const counts = { distributions: distributions.slice(from, to), loadBalancers: loadBalancers.slice(from, to) };
      return { id: randomUUID(), ...counts };
    });
  }
}

/** Where a certificate stands among all. */
function keyOf({ expiresAt, kind, id, name }: ServedCertificate): string {
  return `${expiresAt} ${kind} ${id} ${name}`;
}
