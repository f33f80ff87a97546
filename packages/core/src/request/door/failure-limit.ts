import { isIPv6 } from "node:net";
import { RateLimiter } from "./rate-limit.ts";

/** How long credentials count as known after they were last valid. */
const KNOWN_MS = 10 * 60_000;
/** The most credentials that are known at a time, so that memory is bounded. */
const MOST_KNOWN = 10_000;
/** RFC 4291, 2.5.5.2: an IPv4 address as a dual-stack socket reports it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Limits wrong credentials by the address that they come from, in this process and before the database is asked. A
 * client is not refused because of others behind its address: credentials that were valid in this process within ten
 * minutes have a bucket of their own, and only failures use a bucket up.
 */
export class FailureLimiter {
  readonly #buckets: RateLimiter;
  readonly #isFailure: (error: unknown) => boolean;
  readonly #refuse: () => Error;
  /** When known credentials were last valid. The first ones are the oldest. */
  readonly #known = new Map<string, number>();

  constructor(parts: {
    readonly perSecond: number;
    readonly burst: number;
    /** Whether an error says that the credentials are wrong. Other errors, such as of the database, are no failures. */
    readonly isFailure: (error: unknown) => boolean;
    /** The error for a request from an address with too many failures. */
    readonly refuse: () => Error;
  }) {
    this.#buckets = new RateLimiter(parts);
    this.#isFailure = parts.isFailure;
    this.#refuse = parts.refuse;
  }

  /**
   * Checks credentials. A failure is counted before the check and taken back after, so that parallel requests are
   * counted too.
   * @param credentials identify what the client sent
   * @throws the limiter's refusal, or what the check throws
   */
  async check<Result>(
    sourceIp: string | undefined,
    credentials: string,
    check: () => Promise<Result>,
    now = Date.now(),
  ): Promise<Result> {
    const bucket = this.#isKnown(credentials, now) ? credentials : networkOf(sourceIp);
    if (!this.#buckets.take(bucket, now).allowed) throw this.#refuse();
    try {
      const result = await check();
      this.#buckets.giveBack(bucket);
      this.#remember(credentials, now);
      return result;
    } catch (error) {
      if (!this.#isFailure(error)) this.#buckets.giveBack(bucket);
      throw error;
    }
  }

  /**
   * Counts a request whose credentials are wrong by their form alone.
   * @throws the limiter's refusal
   */
  fail(sourceIp: string | undefined): void {
    if (!this.#buckets.take(networkOf(sourceIp)).allowed) throw this.#refuse();
  }

  #isKnown(credentials: string, now: number): boolean {
    const at = this.#known.get(credentials);
    return at !== undefined && now - at < KNOWN_MS;
  }

  #remember(credentials: string, now: number): void {
    const at = this.#known.get(credentials);
    // Once a second is enough and keeps the request short.
    if (at !== undefined && now - at < 1000) return;
    this.#known.delete(credentials);
    this.#known.set(credentials, now);
    if (this.#known.size <= MOST_KNOWN) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

/**
 * The network of one client: the whole IPv4 address, but the /64 network of an IPv6 address, within which it
 * may choose a new address for each request.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return "an unknown address";
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [left = "", right] = (address.split("%", 1)[0] ?? "").split("::");
  const before = left === "" ? [] : left.split(":");
  const after = right === undefined || right === "" ? [] : right.split(":");
  // The last two groups may be written as an IPv4 address.
  const written = before.length + after.length + (address.includes(".") ? 1 : 0);
  const zeros = right === undefined ? [] : Array.from({ length: 8 - written }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
