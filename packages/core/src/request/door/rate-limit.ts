import { DomainError } from "../domain-error.ts";

/** The remaining rate of a caller, sent as the RateLimit and RateLimit-Policy headers. */
export interface RateState {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A token bucket per caller, kept in this process, so that a request costs no round trip. The limit applies per API
 * process.
 */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, Bucket>();
  #sweptAt = Date.now();

  constructor({ perSecond, burst }: { perSecond: number; burst: number }) {
    this.#perSecond = perSecond;
    this.#burst = burst;
  }

  /** Takes one request from the caller's bucket. `allowed` is false if the bucket is empty. */
  take(callerId: string, now = Date.now()): { allowed: boolean; state: RateState } {
    this.#sweep(now);
    const bucket = this.#buckets.get(callerId) ?? { tokens: this.#burst, at: now };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(callerId, bucket);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const state = {
      limit: this.#burst,
      windowSeconds: Math.max(1, Math.ceil(this.#burst / this.#perSecond)),
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil((this.#burst - bucket.tokens) / this.#perSecond),
    };
    return { allowed, state };
  }

  /** Whether the caller's bucket has a request left. Takes none. */
  hasLeft(callerId: string, now = Date.now()): boolean {
    const bucket = this.#buckets.get(callerId);
    return bucket === undefined || bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond >= 1;
  }

  /** Gives a request that was taken back to the caller's bucket. */
  giveBack(callerId: string): void {
    const bucket = this.#buckets.get(callerId);
    if (bucket !== undefined) bucket.tokens = Math.min(this.#burst, bucket.tokens + 1);
  }

  /** Deletes full buckets once a minute, as they carry no information. */
  #sweep(now: number) {
    if (now - this.#sweptAt < 60_000) return;
    this.#sweptAt = now;
    const refillMs = (this.#burst / this.#perSecond) * 1000;
    for (const [callerId, bucket] of this.#buckets) if (now - bucket.at > refillMs) this.#buckets.delete(callerId);
  }
}

export function rateLimited(which = "Too many requests with this token"): DomainError {
  return new DomainError("rate_limited", `${which}; wait as long as Retry-After says.`, { retryAfterSeconds: 1 });
}
