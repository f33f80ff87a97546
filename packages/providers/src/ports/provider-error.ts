/**
 * What a provider answers when it cannot do what it was asked. The message is for the person who asked: one sentence
 * without internal names; what really happened goes into `cause`, which only the log sees.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  /** Stable, snake_case; becomes the operation's `error_code`. */
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

/** The answer to a call for an instance that is not there. */
export function instanceNotFound(): ProviderError {
  return new ProviderError(
    "instance_not_found",
    "The provider no longer has this VM's instance; delete the VM and create a new one.",
    { retryable: false },
  );
}

/** The answer to a call for a volume that is not there. */
export function volumeNotFound(): ProviderError {
  return new ProviderError(
    "volume_not_found",
    "The provider no longer has this volume; delete it and create a new one.",
    { retryable: false },
  );
}

/** The answer to a restore from what is not there. */
export function recoveryPointNotFound(kind: "snapshot" | "backup"): ProviderError {
  return new ProviderError(
    `${kind}_not_found`,
    `The provider no longer has this ${kind}, or a part of it; restore from another one.`,
    { retryable: false },
  );
}
