import { ProviderError } from "../../ports/provider-error.ts";

/** The refusal of a host, a pool or a worker. */
export function unfit(sentence: string, cause?: unknown): ProviderError {
  return new ProviderError("site_unfit", sentence, { retryable: false, cause });
}
