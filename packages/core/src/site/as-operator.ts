import { ProviderError } from "@fulmar/providers";
import { DomainError } from "../request/domain-error.ts";

const TIMEOUT_MS = 30_000;

/**
 * Calls a site for its operator, who is told what the server itself said.
 * @throws DomainError 503
 */
export async function asOperator<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  timeoutMs = TIMEOUT_MS,
): Promise<Value> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await call(timeout);
  } catch (error) {
    if (timeout.aborted) throw new DomainError("unavailable", "The server did not answer in time.", { cause: error });
    if (!(error instanceof ProviderError)) throw error;
    const { cause } = error;
    const said = cause instanceof Error ? ` (${cause.message})` : "";
    throw new DomainError("unavailable", `${error.message}${said}`, { cause: error });
  }
}
