import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { type KeyManagement, KeyUnavailable, open, seal, type WrappedKey } from "@fulmar/providers";
import { DomainError } from "./domain-error.ts";

const DATA_KEY_BYTES = 32;

/** What a data key is bound to. */
export interface StoreIdentity {
  readonly workspaceId: bigint;
  readonly storeId: string;
}

/** What a value is bound to, besides its store. */
export interface ValueIdentity {
  readonly secretId: string;
  readonly version: number;
}

/**
 * Seals and opens values under their store's data key (docs/adr/0014). A data key that was unwrapped is kept for a
 * minute, so that reading a value asks the key management seldom, and once for many at a time. What is kept is looked
 * up by the wrapped key itself, so that a key that was rewrapped is asked for anew.
 */
export class Vault {
  readonly #keyManagement: KeyManagement;
  readonly #keptMs: number;
  readonly #most: number;
  readonly #kept = new Map<string, Promise<KeyObject>>();

  constructor(
    keyManagement: KeyManagement,
    { keptMs = 60_000, most = 1_000 }: { keptMs?: number; most?: number } = {},
  ) {
    this.#keyManagement = keyManagement;
    this.#keptMs = keptMs;
    this.#most = most;
  }

  /** Asks the key management whether it is there, before there is need of it. @throws KeyUnavailable */
  async check(): Promise<void> {
    await this.#keyManagement.primaryKeyId();
  }

  /** A new data key for a store, wrapped: in the clear it is nowhere but here. @throws DomainError 503 */
  async newDataKey(store: StoreIdentity): Promise<WrappedKey> {
    const dataKey = randomBytes(DATA_KEY_BYTES);
    try {
      return await this.#keyManagement.wrap(dataKey, contextOf(store));
    } catch (error) {
      throw unavailableOr(error, "a data key cannot be wrapped");
    } finally {
      dataKey.fill(0);
    }
  }

  /** @throws DomainError 503 when the master key is not available */
  async seal(store: StoreIdentity, key: WrappedKey, value: ValueIdentity, plain: Uint8Array): Promise<Buffer> {
    return seal(await this.#dataKey(store, key), plain, bindingOf(store, value));
  }

  /**
   * @throws DomainError 503 when the master key is not available; Error when the row is not what was written: that is
   * ours to look into
   */
  async open(store: StoreIdentity, key: WrappedKey, value: ValueIdentity, sealed: Uint8Array): Promise<Buffer> {
    const dataKey = await this.#dataKey(store, key);
    try {
      return open(dataKey, sealed, bindingOf(store, value));
    } catch (cause) {
      throw new Error(
        `version ${value.version} of ${value.secretId} in ${store.storeId} does not open: its row was changed`,
        { cause },
      );
    }
  }

  #dataKey(store: StoreIdentity, key: WrappedKey): Promise<KeyObject> {
    const name = `${contextOf(store)} ${key.keyId} ${Buffer.from(key.wrapped).toString("base64")}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const unwrapped = this.#unwrap(store, key);
    this.#keep(name, unwrapped);
    // What failed is asked for again by whoever comes next.
    unwrapped.catch(() => this.#kept.delete(name));
    return unwrapped;
  }

  async #unwrap(store: StoreIdentity, key: WrappedKey): Promise<KeyObject> {
    try {
      const bytes = await this.#keyManagement.unwrap(key, contextOf(store));
      const dataKey = createSecretKey(bytes);
      bytes.fill(0);
      return dataKey;
    } catch (error) {
      throw unavailableOr(error, `the data key of ${store.storeId} does not unwrap: its row was changed`);
    }
  }

  /** Until its time is over, or until there are too many: then the oldest goes. */
  #keep(name: string, key: Promise<KeyObject>): void {
    this.#kept.set(name, key);
    setTimeout(() => this.#kept.delete(name), this.#keptMs).unref();
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** What a store's data key is bound to in its wrapping. */
export function contextOf({ workspaceId, storeId }: StoreIdentity): string {
  return JSON.stringify([String(workspaceId), storeId]);
}

function bindingOf({ workspaceId, storeId }: StoreIdentity, { secretId, version }: ValueIdentity): string {
  return JSON.stringify(["fulmar secret value", String(workspaceId), storeId, secretId, version]);
}

/** A master key that is out of reach passes, and says so to the caller; what else goes wrong is ours to look into. */
function unavailableOr(cause: unknown, otherwise: string): Error {
  if (!(cause instanceof KeyUnavailable)) return new Error(otherwise, { cause });
  const detail =
    "Secret values are out of reach because their master key is not available; retry later, and tell the operator if it stays so.";
  return new DomainError("unavailable", detail, { code: "master_key_unavailable", retryAfterSeconds: 30, cause });
}
