import { setTimeout as sleep } from "node:timers/promises";
import type { StepBeginning } from "../ports/provider.ts";
import { ProviderError } from "../ports/provider-error.ts";

/**
 * A delay up to this long passes within the call, like a slow provider. For a longer one the provider reports that it
 * is busy.
 */
const LONGEST_CALL_MS = 500;

/**
 * Triggers the faults that a resource's name asks for. This happens before each step, so that faults can also hit steps
 * that call no provider.
 */
export async function beginStep({ resourceName, step, waited }: StepBeginning, signal: AbortSignal): Promise<number> {
  const { failAt, slowMs } = sentinelOf(resourceName);
  if (slowMs > LONGEST_CALL_MS && !waited) return slowMs;
  if (slowMs > 0 && slowMs <= LONGEST_CALL_MS) await sleep(slowMs, undefined, { signal });
  if (failAt === step) {
    throw new ProviderError(
      "simulated_failure",
      `The simulated provider failed at the step ${step}, as the name asks; choose another name.`,
      {
        retryable: false,
      },
    );
  }
  return 0;
}

/** The faults that a resource's name requests from the simulated provider (docs/simulated-provider.md). */
export interface Sentinel {
  /** The step that fails. */
  readonly failAt: string | null;
  /** The delay of each step. */
  readonly slowMs: number;
  /** An instance disappears some time after its start, a volume after its creation. */
  readonly vanishes: boolean;
}

const LONGEST_SLOW_MS = 600_000;

/**
 * Parses faults from a resource's name: it is or begins with `fail-at-<step>`, `slow-<ms>` or `vanish`, several joined
 * by `--`. Anything may follow another `--`.
 */
export function sentinelOf(name: string): Sentinel {
  let failAt: string | null = null;
  let slowMs = 0;
  let vanishes = false;
  for (const part of name.split("--")) {
    const [, step, ms] = /^(?:fail-at-([a-z0-9-]+)|slow-(\d{1,9})|vanish)$/.exec(part) ?? [];
    if (step !== undefined) failAt = step;
    else if (ms !== undefined) slowMs = Math.min(Number(ms), LONGEST_SLOW_MS);
    else if (part === "vanish") vanishes = true;
    else break;
  }
  return { failAt, slowMs, vanishes };
}
