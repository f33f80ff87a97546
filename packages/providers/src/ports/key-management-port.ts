/** A data key under a master key. Only who has that master key can make use of it. */
export interface WrappedKey {
  /** The master key that it is under. */
  readonly keyId: string;
  readonly wrapped: Uint8Array;
}

/**
 * Keeps the master keys and never hands them out: it wraps and unwraps data keys. Several master keys may be known at
 * once, of which one is the primary. `context` is bound to the wrapped key, so that it cannot be passed off as another
 * one's: who unwraps it names the same. A key management service of one's own (OpenBao or Vault transit, a cloud's KMS)
 * is another implementation.
 */
export interface KeyManagement {
  /** The id of the master key that new data keys are wrapped under. @throws KeyUnavailable */
  primaryKeyId(): Promise<string>;
  /** Wraps a data key under the primary master key. @throws KeyUnavailable */
  wrap(dataKey: Uint8Array, context: string): Promise<WrappedKey>;
  /**
   * @throws KeyUnavailable when the master key is not known, or cannot be asked
   * @throws Error when what was wrapped is not this key in this context: somebody has changed it
   */
  unwrap(key: WrappedKey, context: string): Promise<Buffer>;
}

/**
 * The master key is missing, unreadable or not this one; nothing is wrong with what it wrapped. The message is for the
 * operator.
 */
export class KeyUnavailable extends Error {
  override readonly name = "KeyUnavailable";
}
