import { setTimeout as wait } from "node:timers/promises";
import type { Configuration } from "@fulmar/config";
import { FailureLimiter, networkOf, RateLimiter, type S3Visitor } from "@fulmar/core/object-store";
import { S3Error } from "./protocol/s3-error.ts";
import type { SignedRequest } from "./protocol/signed-request.ts";

/** A signed request's words about its key, before the signature is checked. */
type Claimed = Pick<SignedRequest, "accessKeyId" | "expiresIn">;

/** How much more than a key all keys of an organization may ask for together. */
const KEYS_OF_ORGANIZATION = 5;

/** How long a refusal is held back, in milliseconds. */
export const HOLD_MS = 100;

/** The refusals that are held back at once in this process; more are sent at once. */
const MOST_HELD = 2_000;

/**
 * The rates of this process: requests by access key and by organization, unsigned requests by address, and requests
 * with wrong signatures by address. Requests are counted and bytes are not, so a large object is read as fast as
 * before.
 */
export class RateLimits {
  readonly #keys: RateLimiter;
  readonly #organizations: RateLimiter;
  readonly #addresses: RateLimiter;
  readonly #failures: FailureLimiter;
  #held = 0;

  constructor({
    objectRateLimit,
    objectRateBurst,
    failureLimit,
    failureBurst,
  }: Pick<Configuration, "objectRateLimit" | "objectRateBurst" | "failureLimit" | "failureBurst">) {
    const limits = { perSecond: objectRateLimit, burst: objectRateBurst };
    this.#keys = new RateLimiter(limits);
    this.#organizations = new RateLimiter({
      perSecond: objectRateLimit * KEYS_OF_ORGANIZATION,
      burst: objectRateBurst * KEYS_OF_ORGANIZATION,
    });
    this.#addresses = new RateLimiter(limits);
    this.#failures = new FailureLimiter({
      perSecond: failureLimit,
      burst: failureBurst,
      isFailure: (error) => error instanceof S3Error,
      refuse: () => slowDown("with wrong signatures from this address"),
    });
  }

  /**
   * Takes a request that is not signed, or not in a valid form.
   * @throws S3Error 503
   */
  takeUnsigned(sourceIp: string | undefined): void {
    if (!this.#addresses.take(networkOf(sourceIp)).allowed) throw slowDown("without a signature from this address");
  }

  /**
   * Takes a signed request. Only a correct signature uses the key's rate up, because ids of access keys are no secrets.
   * An exhausted key is refused before the database is asked.
   * @param verify throws an S3Error if there is no such key or the signature is wrong
   * @throws S3Error 503, or what `verify` throws
   */
  async takeSigned<Result extends { readonly visitor: Pick<S3Visitor, "organizationId"> }>(
    claimed: Claimed,
    sourceIp: string | undefined,
    verify: () => Promise<Result>,
  ): Promise<Result> {
    // Presigned URLs are handed to others, who must not use up the rate of the key's owner.
    const presigned = claimed.expiresIn === null ? "" : " presigned";
    const bucket = `${claimed.accessKeyId}${presigned}`;
    if (!this.#keys.hasLeft(bucket)) throw slowDown("with this access key");
    const from = `${claimed.accessKeyId} ${networkOf(sourceIp)}`;
    const result = await this.#failures.check(sourceIp, from, verify);
    if (!this.#keys.take(bucket).allowed) throw slowDown("with this access key");
    const { organizationId } = result.visitor;
    if (!this.#organizations.take(`${organizationId}${presigned}`).allowed)
      throw slowDown("with access keys of this organization");
    return result;
  }

  /** Holds a refusal back for a moment: a visitor who asks again at once takes less of the time of all others. */
  async holdRefusal(leaving: AbortSignal): Promise<void> {
    if (this.#held >= MOST_HELD) return;
    this.#held++;
    // The process that is about to end sends what it holds.
    await wait(HOLD_MS, undefined, { signal: leaving }).catch(() => undefined);
    this.#held--;
  }
}

function slowDown(which: string): S3Error {
  return new S3Error("SlowDown", `Too many requests ${which}; wait as long as Retry-After says.`);
}
