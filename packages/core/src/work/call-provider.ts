import type { Failure } from "@fulmar/engine";
import { type Provider, ProviderError, type StepBeginning } from "@fulmar/providers";

const CALL_TIMEOUT_MS = 30_000;

export interface CallFailure extends Failure {
  readonly retryable: boolean;
}

/** The result of a call: its value, how many milliseconds the provider stays busy, or why it failed. */
export type CallResult<Value> =
  | { readonly kind: "done"; readonly value: Value }
  | { readonly kind: "busy"; readonly busyMs: number }
  | { readonly kind: "failed"; readonly failure: CallFailure };

/**
 * Calls a provider for a reconciler. Announces the call to the provider first, as with the steps of sagas.
 * @param timeoutMs how long the call may take
 * @throws the signal's reason when it is aborted, and every error that is not the provider's
 */
export async function callProvider<Value>(
  provider: Pick<Provider, "beginStep">,
  beginning: StepBeginning,
  call: (signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<CallResult<Value>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const limited = AbortSignal.any([signal, timeout]);
  try {
    const busyMs = await provider.beginStep(beginning, limited);
    if (busyMs > 0) return { kind: "busy", busyMs };
    limited.throwIfAborted();
    return { kind: "done", value: await call(limited) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError)
      return { kind: "failed", failure: { code: error.code, message: error.message, retryable: error.retryable } };
    if (timeout.aborted) return { kind: "failed", failure: TIMED_OUT };
    throw error;
  }
}

const TIMED_OUT: CallFailure = {
  code: "provider_timeout",
  message: "The provider did not answer in time; the call is repeated in a moment.",
  retryable: true,
};
