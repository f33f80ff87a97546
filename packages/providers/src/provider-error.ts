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
