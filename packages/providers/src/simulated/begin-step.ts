import { setTimeout as sleep } from "node:timers/promises";
import type { StepBeginning } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { sentinelOf } from "./sentinel.ts";

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
