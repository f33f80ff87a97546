import { ProviderError } from "./provider-error.ts";

/** The answer to a restore from what is not there. */
export function recoveryPointNotFound(kind: "snapshot" | "backup"): ProviderError {
  return new ProviderError(
    `${kind}_not_found`,
    `The provider no longer has this ${kind}, or a part of it; restore from another one.`,
    { retryable: false },
  );
}
