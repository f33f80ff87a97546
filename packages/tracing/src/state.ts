/** A piece of work that is worth a span, and its duration a metric. */
export interface Work {
  readonly kind: "operation" | "step" | "undo" | "call" | "statement" | "transaction" | "reconciler";
  /** Such as `boot-instance` of a step, or `compute.createInstance` of a call to a provider. */
  readonly name: string;
  /** Never values of requests or of queries. */
  readonly attributes?: Readonly<Record<string, string | number>>;
}

/** Told of each piece of work when it ends. */
export type WorkObserver = (work: Work, seconds: number, failed: boolean) => void;

/** The tracing and the observer of this process's work. */
export const watching: { tracing: boolean; observer: WorkObserver | undefined } = {
  tracing: false,
  observer: undefined,
};

/** Whether anything becomes of work that is watched. */
export function isWatched(): boolean {
  return watching.tracing || watching.observer !== undefined;
}

/** Tells `observer` of the work of this process from now on, for its metrics. */
export function observeWork(observer: WorkObserver): void {
  watching.observer = observer;
}
