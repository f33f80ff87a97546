/**
 * The error of a provider that cannot do what was asked. The message is for the person who asked: one sentence without
 * internal names. The details go into `cause`, which only the log shows.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  /** Stable, in snake_case. Becomes the operation's `error_code`. */
  readonly code: string;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;

  constructor(
    code: string,
    message: string,
    { retryable, cause }: { readonly retryable: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.code = code;
    this.retryable = retryable;
  }
}

/** The error of a call for a missing instance. */
export function instanceNotFound(): ProviderError {
  return new ProviderError(
    "instance_not_found",
    "The provider no longer has this VM's instance; delete the VM and create a new one.",
    { retryable: false },
  );
}

/** The error of a call that needs a running instance. */
export function instanceNotRunning(): ProviderError {
  return new ProviderError("instance_not_running", "The VM is not running; start it first.", { retryable: false });
}

/** The error of a call for a missing volume. */
export function volumeNotFound(): ProviderError {
  return new ProviderError(
    "volume_not_found",
    "The provider no longer has this volume; delete it and create a new one.",
    { retryable: false },
  );
}

/** The error of a call for a missing image. */
export function imageNotFound(): ProviderError {
  return new ProviderError("image_not_found", "The provider no longer has this image; choose another one.", {
    retryable: false,
  });
}

/** The error of a restore from a missing recovery point. */
export function recoveryPointNotFound(kind: "snapshot" | "backup"): ProviderError {
  return new ProviderError(
    `${kind}_not_found`,
    `The provider no longer has this ${kind}, or a part of it; restore from another one.`,
    { retryable: false },
  );
}

/** The error, retryable, of what needs a subnet as the site does not have it yet. */
export function subnetNotReady(): ProviderError {
  return new ProviderError("subnet_not_ready", "The subnet is not at its site yet; the change continues when it is.", {
    retryable: true,
  });
}
