import type { OperationEnd } from "@fulmar/engine";
import type { MetricsSource } from "@fulmar/http";
import type { WorkObserver } from "@fulmar/tracing";
import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** From an operation without delays to one that waits for hours. */
const OPERATION_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];
const CALL_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The Prometheus metrics of a worker. */
export class WorkerMetrics implements MetricsSource {
  readonly #registry = new Registry();
  readonly #operations = this.#histogram(
    "fulmar_operation_duration_seconds",
    "Time from the acceptance of an operation to its end, by saga and outcome.",
    ["saga", "outcome"],
    OPERATION_SECONDS,
  );
  readonly #steps = this.#histogram(
    "fulmar_step_duration_seconds",
    "Time of one attempt of a step or of its undo.",
    ["step", "direction", "result"],
    CALL_SECONDS,
  );
  readonly #calls = this.#histogram(
    "fulmar_provider_call_duration_seconds",
    "Time of a call to the provider of a site.",
    ["provider", "call", "result"],
    CALL_SECONDS,
  );
  readonly #reconcilers = this.#histogram(
    "fulmar_reconciler_duration_seconds",
    "Time of one run of a reconciler.",
    ["reconciler", "result"],
    CALL_SECONDS,
  );

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  readonly workEnded: WorkObserver = ({ kind, name, attributes }, seconds, failed) => {
    const result = failed ? "failed" : "succeeded";
    if (kind === "step" || kind === "undo")
      this.#steps.observe({ step: name, direction: kind === "step" ? "do" : "undo", result }, seconds);
    else if (kind === "call")
      this.#calls.observe({ provider: attributes?.["fulmar.provider"] ?? "", call: name, result }, seconds);
    else if (kind === "reconciler") this.#reconcilers.observe({ reconciler: name, result }, seconds);
  };

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  operationEnded({ saga, outcome, seconds }: OperationEnd): void {
    this.#operations.observe({ saga, outcome }, seconds);
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }
}
