export interface Certificate {
  readonly expiresAt: Date;
}

/**
 * Gets certificates for domains that are proved to be their owner's, and hands them to the edge. Idempotent under the
 * domain.
 */
export interface CertificatePort {
  /**
   * A certificate that is good for longer than `renewBeforeMs`: the one there is, or a new one.
   * @returns undefined while the authority is still at it; the call is repeated later
   * @throws ProviderError when the authority refuses or does not answer
   */
  obtain(domain: string, renewBeforeMs: number, signal: AbortSignal): Promise<Certificate | undefined>;
}
