import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** What this process counts, for Prometheus. A registry of its own, so that several servers can live in one process. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<"operation" | "status">;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: "fulmar_http_request_duration_seconds",
      help: "Time from a request's first byte to its answer's last, by operation and status.",
      labelNames: ["operation", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers: [this.#registry],
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  observe(operation: string, status: number, milliseconds: number) {
    this.#requests.observe({ operation, status }, milliseconds / 1000);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
