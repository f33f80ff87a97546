import { hasCode, type LIBVIRT_CODE, LibvirtError, LibvirtUnreachable } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";

const FULL = /no space left|not enough space|cannot allocate memory|disk quota/i;
/** What libvirt says, without a code of its own, of a disk or a pool in which it copies. */
const COPYING = /has asynchronous jobs running|still in use|still being allocated/;
/** QEMU does not start with a disk that another one has: a storage server forgets a host that died after a while. */
const TAKEN = /failed to get .*lock/i;
/** Another call holds the machine, or QEMU does not answer for the moment. */
const PASSING: readonly (keyof typeof LIBVIRT_CODE)[] = [
  "operationTimeout",
  "resourceBusy",
  "agentUnresponsive",
  "agentUnsynced",
  "agentCommandTimeout",
];

/** What an error of libvirt means for whoever asked. Its own words are the cause. Other errors stay as they are. */
export function asProviderError(error: unknown): unknown {
  if (error instanceof LibvirtUnreachable) {
    return new ProviderError(
      "provider_unavailable",
      "The site did not answer; the operation can be tried again in a moment.",
      { retryable: true, cause: error },
    );
  }
  if (!(error instanceof LibvirtError)) return error;
  if (hasCode(error, "authFailed")) {
    return new ProviderError(
      "site_unauthorized",
      "The site does not accept our credentials; its operator has to renew them.",
      { retryable: false, cause: error },
    );
  }
  if (hasCode(error, "noMemory") || FULL.test(error.message)) {
    return new ProviderError("site_full", "The site has no room left for this; try it at another site, or later.", {
      retryable: false,
      cause: error,
    });
  }
  if (hasCode(error, ...PASSING) || COPYING.test(error.message) || TAKEN.test(error.message)) {
    return new ProviderError(
      "provider_unavailable",
      "The site is busy with this resource; the operation can be tried again in a moment.",
      { retryable: true, cause: error },
    );
  }
  return new ProviderError(
    "provider_refused",
    "The site refused this step; its operator finds the reason in the worker's log.",
    { retryable: false, cause: error },
  );
}

/** Whether the same call may succeed in a moment. */
export function isPassing(error: unknown): boolean {
  return error instanceof ProviderError && error.retryable;
}

/** Whether an error of a call says this, under one of libvirt's codes. */
export function says(error: unknown, ...codes: readonly (keyof typeof LIBVIRT_CODE)[]): boolean {
  return error instanceof ProviderError && hasCode(error.cause, ...codes);
}
