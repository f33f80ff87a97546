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

/** What this process does with its work. Next bundles pages and routes apart, so this is the process's and not a module's. */
interface Watching {
  tracing: boolean;
  observer: WorkObserver | undefined;
}

const KEY = Symbol.for("fulmar.watching");
const ofProcess = globalThis as { [KEY]?: Watching };

ofProcess[KEY] ??= { tracing: false, observer: undefined };
export const watching: Watching = ofProcess[KEY];

/** Whether anything becomes of work that is watched. */
export function isWatched(): boolean {
  return watching.tracing || watching.observer !== undefined;
}

/** Tells `observer` of the work of this process from now on, for its metrics. */
export function observeWork(observer: WorkObserver): void {
  watching.observer = observer;
}
