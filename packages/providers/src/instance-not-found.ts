import { ProviderError } from "./provider-error.ts";

/** The answer to a call for an instance that is not there. */
export function instanceNotFound(): ProviderError {
  return new ProviderError(
    "instance_not_found",
    "The provider no longer has this VM's instance; delete the VM and create a new one.",
    { retryable: false },
  );
}
