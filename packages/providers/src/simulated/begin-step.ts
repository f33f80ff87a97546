import { setTimeout as sleep } from "node:timers/promises";
import type { StepBeginning } from "../ports/provider.ts";
import { ProviderError } from "../ports/provider-error.ts";

/**
 * A shorter time passes within the call, as with a provider that answers slowly; for a longer one the provider says
 * that it is busy.
 */
const LONGEST_CALL_MS = 500;

/**
 * Where the faults that a resource's name asks for happen: before each step, so that every step can be reached, also
 * one that calls no provider.
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

/** What a resource, by its name, asks the simulated provider to do wrong (docs/simulated-provider.md). */
export interface Sentinel {
  /** The step that fails. */
  readonly failAt: string | null;
  /** How long each step takes. */
  readonly slowMs: number;
  /** An instance disappears some time after it was started, a volume after it was made. */
  readonly vanishes: boolean;
}

const LONGEST_SLOW_MS = 600_000;

/**
 * Reads the faults out of a resource's name: it is or begins with `fail-at-<step>`, `slow-<ms>` or `vanish`, several of
 * them joined by `--`; anything may follow after another `--`.
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
