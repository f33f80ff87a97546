/** A data key wrapped under a master key. Using it requires that master key. */
export interface WrappedKey {
  /** The id of the master key. */
  readonly keyId: string;
  readonly wrapped: Uint8Array;
}

/**
 * Keeps the master keys and never reveals them: it wraps and unwraps data keys. Several master keys may be known at
 * once, one of which is the primary. `context` is bound to the wrapped key, so that the key cannot be substituted for
 * another: unwrapping needs the same context. An external key management service (OpenBao or Vault transit, a cloud's
 * KMS) can be another implementation.
 */
export interface KeyManagement {
  /** The id of the primary master key, which wraps new data keys. @throws KeyUnavailable */
  primaryKeyId(): Promise<string>;
  /** Wraps a data key under the primary master key. @throws KeyUnavailable */
  wrap(dataKey: Uint8Array, context: string): Promise<WrappedKey>;
  /**
   * @throws KeyUnavailable when the master key is unknown or cannot be reached
   * @throws Error when the wrapped key was tampered with or belongs to another context
   */
  unwrap(key: WrappedKey, context: string): Promise<Buffer>;
}

/**
 * The master key is missing, unreadable or a different one. The wrapped data is intact. The message is for the
 * operator.
 */
export class KeyUnavailable extends Error {
  override readonly name = "KeyUnavailable";
}
