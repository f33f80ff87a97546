import type { BalancerUsage, TargetHealth } from "@fulmar/edge-protocol";
import type { MetricsSource } from "@fulmar/http";
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

/** Listeners and targets with series of their own. A scrape of so many takes half a second. */
const MOST_PARTS = 5_000;
const STATUSES = ["2xx", "3xx", "4xx", "5xx"] as const;
/** `part` is listener or target, `id` its id. */
const PART = ["load_balancer", "part", "id"] as const;

/** The load balancers of an edge, as its servers know them. */
interface Balancers {
  health(): Promise<ReadonlyMap<string, readonly TargetHealth[]>>;
  /** The usage of each listener and target since the agent's start. */
  totals(): readonly BalancerUsage[];
}

/** The Prometheus metrics of an edge: of the agent's process, and of load balancers. */
export class EdgeMetrics implements MetricsSource {
  readonly #balancers: Balancers;
  readonly #process = new Registry();
  readonly #registry = new Registry();
  readonly #requests = this.#counter("requests_total", "HTTP requests, or connections of TCP, by listener and target.");
  readonly #received = this.#counter("received_bytes_total", "Bytes from clients.");
  readonly #sent = this.#counter("sent_bytes_total", "Bytes to clients.");
  readonly #errors = this.#counter(
    "errors_total",
    "Of a listener: requests that are not HTTP. Of a target: connections and answers that failed.",
  );
  readonly #seconds = this.#counter("response_seconds_total", "Time until targets answered, added up over requests.");
  readonly #answers = this.#counter("responses_total", "Answers of HTTP by the first digit of their status.", "status");
  readonly #online = new Gauge({
    name: "fulmar_load_balancer_target_online",
    help: "1 while the target gets requests, else 0: offline, draining or not checked yet.",
    labelNames: ["load_balancer", "id"],
    registers: [this.#registry],
  });
  readonly #leftOut = new Gauge({
    name: "fulmar_load_balancer_parts_left_out",
    help: `Listeners and targets without series, because only the first ${MOST_PARTS} have them.`,
    registers: [this.#registry],
  });

  constructor(balancers: Balancers) {
    this.#balancers = balancers;
    collectDefaultMetrics({ register: this.#process });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Asks the servers for their counters and the health of targets. */
  async text(): Promise<string> {
    const targets = [...(await this.#balancers.health())].flatMap(([load_balancer, all]) =>
      all.map(({ targetId: id, status }) => ({ load_balancer, id, status })),
    );
    const totals = this.#balancers.totals();
    this.#registry.resetMetrics();
    for (const { status, ...labels } of targets.slice(0, MOST_PARTS))
      this.#online.set(labels, status === "online" ? 1 : 0);
    for (const total of totals.slice(0, MOST_PARTS)) this.#add(total);
    this.#leftOut.set(Math.max(0, totals.length - MOST_PARTS, targets.length - MOST_PARTS));
    return `${await this.#process.metrics()}\n${await this.#registry.metrics()}`;
  }

  #add({ loadBalancerId: load_balancer, part, partId: id, statuses, responseMs, ...counts }: BalancerUsage): void {
    const labels = { load_balancer, part, id };
    this.#requests.inc(labels, counts.requests);
    this.#received.inc(labels, counts.bytesReceived);
    this.#sent.inc(labels, counts.bytesSent);
    this.#errors.inc(labels, counts.errors);
    if (part === "target") this.#seconds.inc(labels, responseMs / 1000);
    for (const status of STATUSES) this.#answers.inc({ ...labels, status }, statuses[status]);
  }

  #counter(name: string, help: string, ...more: readonly string[]) {
    const labelNames = [...PART, ...more];
    return new Counter({ name: `fulmar_load_balancer_${name}`, help, labelNames, registers: [this.#registry] });
  }
}
