import { setTimeout as delay } from "node:timers/promises";
import {
  type ListedEdge,
  listEdges,
  readOperationQueue,
  readSignInFailures,
  readSiteConditions,
  type SiteCondition,
} from "@fulmar/core";
import type { MetricsSource } from "@fulmar/http";
import type { Database } from "@fulmar/prisma";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/**
 * How long a scrape waits for what the database knows. An unresponsive database must not keep the process's own metrics
 * from being read.
 */
const DATABASE_LIMIT_MS = 3_000;

/**
 * The Prometheus metrics of this process. Each instance has its own registry, so that several servers can run in one
 * process.
 */
export class Metrics implements MetricsSource {
  readonly #database: Database;
  readonly #logger: { warn(context: object, message: string): void };
  readonly #registry = new Registry();
  readonly #requests: Histogram<"operation" | "status">;
  readonly #fenced: Gauge<"site">;
  readonly #unknown: Gauge<"site" | "kind">;
  readonly #signInFailures: Counter<"kind">;
  readonly #queue: Gauge<"state">;
  readonly #oldestDue: Gauge;
  readonly #refusedReports: Counter<"edge" | "site">;
  readonly #edges: Readonly<Record<"connected" | "behind" | "failures", Gauge<"edge" | "site">>>;

  constructor(parts: {
    readonly database: Database;
    readonly logger: { warn(context: object, message: string): void };
  }) {
    this.#database = parts.database;
    this.#logger = parts.logger;
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: "fulmar_http_request_duration_seconds",
      help: "Time from a request's first byte to its answer's last, by operation and status.",
      labelNames: ["operation", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers: [this.#registry],
    });
    this.#fenced = new Gauge({
      name: "fulmar_site_fenced",
      help: "1 while the site is fenced: nothing is changed there until an operator resumes it; else 0.",
      labelNames: ["site"],
      registers: [this.#registry],
    });
    this.#unknown = new Gauge({
      name: "fulmar_site_unknown_resources",
      help: "Resources at the site that have an installation's labels and that the database does not know, by kind.",
      labelNames: ["site", "kind"],
      registers: [this.#registry],
    });
    this.#signInFailures = new Counter({
      name: "fulmar_sign_in_failures_total",
      help:
        "Failed sign-ins and confirmations of the installation since its beginning, by kind; limited: " +
        "refused unchecked.",
      labelNames: ["kind"],
      registers: [this.#registry],
    });
    this.#queue = new Gauge({
      name: "fulmar_operations",
      help: "Operations of the installation that have not ended; held: their site is fenced; waiting: for a provider.",
      labelNames: ["state"],
      registers: [this.#registry],
    });
    this.#oldestDue = new Gauge({
      name: "fulmar_operation_oldest_due_seconds",
      help: "For how long the oldest operation that is due has not been taken by a worker.",
      registers: [this.#registry],
    });
    this.#refusedReports = new Counter({
      name: "fulmar_edge_refused_reports_total",
      help:
        "Reports of the edge that were refused since it was added, because they told of more traffic than its line " +
        "carries.",
      labelNames: ["edge", "site"],
      registers: [this.#registry],
    });
    this.#edges = {
      connected: this.#edgeGauge("connected", "1 while the edge reports to the API, else 0."),
      behind: this.#edgeGauge("documents_behind", "Changed documents that the edge has not applied yet."),
      failures: this.#edgeGauge("failed_documents", "Documents that the edge cannot apply."),
    };
  }

  #edgeGauge(name: string, help: string) {
    const labelNames = ["edge", "site"] as const;
    return new Gauge({ name: `fulmar_edge_${name}`, help, labelNames, registers: [this.#registry] });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  observe(operation: string, status: number, milliseconds: number) {
    this.#requests.observe({ operation, status }, milliseconds / 1000);
  }

  /** Includes what the database knows of the installation, unless the database does not answer in time. */
  async text(): Promise<string> {
    const read = Promise.all([
      readSiteConditions(this.#database),
      listEdges(this.#database),
      readSignInFailures(this.#database),
      readOperationQueue(this.#database),
    ]).catch((cause: unknown) => {
      this.#logger.warn({ err: cause }, "metrics of this process alone: the database does not answer");
      return undefined;
    });
    const [conditions, edges, failures, queue] =
      (await Promise.race([read, delay(DATABASE_LIMIT_MS, undefined, { ref: false })])) ?? [];
    this.#setSites(conditions);
    this.#setEdges(edges);
    this.#signInFailures.reset();
    for (const { kind, failures: count } of failures ?? []) this.#signInFailures.inc({ kind }, count);
    this.#setQueue(queue);
    return this.#registry.metrics();
  }

  /** @param queue undefined if unreadable, which removes it from the metrics */
  #setQueue(queue: Awaited<ReturnType<typeof readOperationQueue>> | undefined) {
    this.#queue.reset();
    this.#oldestDue.remove();
    if (queue === undefined) return;
    const { unfinished, held, waiting, oldest_due_seconds } = queue;
    for (const [state, count] of Object.entries({ unfinished, held, waiting })) this.#queue.set({ state }, count);
    this.#oldestDue.set(oldest_due_seconds);
  }

  /** @param edges undefined if unreadable, which removes them from the metrics */
  #setEdges(edges: readonly ListedEdge[] = []) {
    for (const metric of [...Object.values(this.#edges), this.#refusedReports]) metric.reset();
    for (const { name: edge, site_id: site, connected, behind, failures, refused_reports } of edges) {
      this.#edges.connected.set({ edge, site }, connected ? 1 : 0);
      this.#edges.behind.set({ edge, site }, behind ?? 0);
      this.#edges.failures.set({ edge, site }, failures ?? 0);
      this.#refusedReports.inc({ edge, site }, refused_reports ?? 0);
    }
  }

  /**
   * @param conditions of all sites now; undefined if unreadable, which removes the sites from the metrics
   */
  #setSites(conditions: readonly SiteCondition[] = []) {
    this.#fenced.reset();
    this.#unknown.reset();
    for (const { site, kind, value } of conditions) {
      if (kind === null) this.#fenced.set({ site }, value);
      else this.#unknown.set({ site, kind }, value);
    }
  }
}
