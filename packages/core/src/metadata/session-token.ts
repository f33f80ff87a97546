import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Secrets } from "@fulmar/config";

/** The longest life of a token, in seconds, as in EC2. */
export const LONGEST_TTL_SECONDS = 21_600;

const KEY_BYTES = 32;
const MAC_BYTES = 32;
const EXPIRY_BYTES = 6;

/**
 * Tokens by which a machine asks for its metadata, as IMDSv2 has them. A token says when it ends and is bound to its
 * machine by an HMAC, so no process keeps any, and every worker of the installation takes it.
 */
export class SessionTokens {
  readonly #keys: readonly [Buffer, ...Buffer[]];

  constructor([secret, ...others]: Secrets) {
    const keyOf = (each: string) => Buffer.from(hkdfSync("sha256", each, "", "fulmar metadata tokens", KEY_BYTES));
    this.#keys = [keyOf(secret), ...others.map(keyOf)];
  }

  issue(vmId: string, ttlSeconds: number, nowMs = Date.now()): string {
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeUIntBE(nowMs + ttlSeconds * 1_000, 0, EXPIRY_BYTES);
    return Buffer.concat([expiry, macOf(this.#keys[0], expiry, vmId)]).toString("base64url");
  }

  /** Whether it is a token of this machine that has not ended. */
  holds(token: string, vmId: string, nowMs = Date.now()): boolean {
    const bytes = Buffer.from(token, "base64url");
    if (bytes.length !== EXPIRY_BYTES + MAC_BYTES || bytes.toString("base64url") !== token) return false;
    const [expiry, mac] = [bytes.subarray(0, EXPIRY_BYTES), bytes.subarray(EXPIRY_BYTES)];
    if (expiry.readUIntBE(0, EXPIRY_BYTES) <= nowMs) return false;
    return this.#keys.some((key) => timingSafeEqual(macOf(key, expiry, vmId), mac));
  }
}

function macOf(key: Buffer, expiry: Buffer, vmId: string): Buffer {
  return createHmac("sha256", key).update(expiry).update(vmId).digest();
}
