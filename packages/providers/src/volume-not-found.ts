import { ProviderError } from "./provider-error.ts";

/** The answer to a call for a volume that is not there. */
export function volumeNotFound(): ProviderError {
  return new ProviderError(
    "volume_not_found",
    "The provider no longer has this volume; delete it and create a new one.",
    { retryable: false },
  );
}
