import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { type KeyManagement, KeyUnavailable, open, seal, type WrappedKey } from "@fulmar/providers";
import { DomainError } from "../domain-error.ts";

const DATA_KEY_BYTES = 32;

/** The store that a data key is bound to. */
export interface StoreIdentity {
  readonly workspaceId: bigint;
  readonly storeId: string;
}

/** The secret and version that a value is bound to, besides its store. */
export interface ValueIdentity {
  readonly secretId: string;
  readonly version: number;
}

/**
 * Seals and opens values under their store's data key (docs/adr/0014). An unwrapped data key is cached for a minute, so
 * that reads rarely call the key management and concurrent reads share one call. The cache key is the wrapped key, so a
 * rewrapped key is unwrapped again.
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

  /**
   * Checks at start that the key management is reachable.
   * @throws KeyUnavailable
   */
  async check(): Promise<void> {
    await this.#keyManagement.primaryKeyId();
  }

  /**
   * Returns a new wrapped data key for a store. Its clear text does not leave this method.
   * @throws DomainError 503
   */
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
   * @throws DomainError 503 when the master key is not available; Error when the row differs from what was written,
   * which is an internal error
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
    // A failed request is not cached, so that the next caller tries again.
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

  /** Caches a key until it expires. The oldest is evicted when there are too many. */
  #keep(name: string, key: Promise<KeyObject>): void {
    this.#kept.set(name, key);
    setTimeout(() => this.#kept.delete(name), this.#keptMs).unref();
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** The text that a store's data key is bound to in its wrapping. */
export function contextOf({ workspaceId, storeId }: StoreIdentity): string {
  return JSON.stringify([String(workspaceId), storeId]);
}

function bindingOf({ workspaceId, storeId }: StoreIdentity, { secretId, version }: ValueIdentity): string {
  return JSON.stringify(["fulmar secret value", String(workspaceId), storeId, secretId, version]);
}

/** An unavailable master key is a temporary refusal for the caller. Any other error is internal. */
function unavailableOr(cause: unknown, otherwise: string): Error {
  if (!(cause instanceof KeyUnavailable)) return new Error(otherwise, { cause });
  const detail =
    "Secret values cannot be read because their master key is not available; retry later, and tell the operator if " +
    "this continues.";
  return new DomainError("unavailable", detail, { code: "master_key_unavailable", retryAfterSeconds: 30, cause });
}
