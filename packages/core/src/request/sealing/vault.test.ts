import { type KeyManagement, KeyUnavailable, localKeyManagement, newMasterKeyText } from "@fulmar/providers";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DomainError } from "../domain-error.ts";
import { Vault } from "./vault.ts";

const store = (storeId: string) => ({ workspaceId: 1n, storeId });
const value = { secretId: "sec_1", version: 1 };
const plain = Buffer.from("hidden");

/** A key management service that counts its calls and can be cut off. */
function service() {
  const keys = localKeyManagement({ text: newMasterKeyText() });
  const asked: { unwraps: number; reachable: boolean } = { unwraps: 0, reachable: true };
  const keyManagement: KeyManagement = {
    ...keys,
    async unwrap(key, context) {
      asked.unwraps++;
      if (!asked.reachable) throw new KeyUnavailable("the service does not answer");
      return keys.unwrap(key, context);
    },
  };
  return { keyManagement, asked };
}

describe("a sealed value", () => {
  test("opens in its own row and in no other", async () => {
    const vault = new Vault(service().keyManagement);
    const identity = fc.record({
      workspaceId: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
      storeId: fc.string(),
      secretId: fc.string(),
      version: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(
        identity,
        identity,
        fc.uint8Array({ minLength: 1, maxLength: 100 }),
        async (mine, other, bytes) => {
          const key = await vault.newDataKey(mine);
          const sealed = await vault.seal(mine, key, mine, bytes);
          expect(new Uint8Array(await vault.open(mine, key, mine, sealed))).toEqual(bytes);
          for (const field of ["workspaceId", "storeId", "secretId", "version"] as const) {
            const changed = { ...mine, [field]: other[field] };
            if (mine[field] !== other[field])
              await expect(vault.open(changed, key, changed, sealed)).rejects.toThrow("its row was changed");
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  test("does not open with the data key of another store", async () => {
    const vault = new Vault(service().keyManagement);
    const [one, two] = [await vault.newDataKey(store("one")), await vault.newDataKey(store("two"))];
    const sealed = await vault.seal(store("one"), one, value, plain);
    await expect(vault.open(store("one"), two, value, sealed)).rejects.toThrow("the data key of one does not unwrap");
  });
});

describe("an unwrapped data key", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is cached for a minute, and concurrent callers share one request", async () => {
    const { keyManagement, asked } = service();
    const vault = new Vault(keyManagement);
    const key = await vault.newDataKey(store("one"));
    const sealed = await vault.seal(store("one"), key, value, plain);
    await vi.advanceTimersByTimeAsync(59_999);
    await Promise.all([1, 2, 3].map(() => vault.open(store("one"), key, value, sealed)));
    expect(asked.unwraps).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([1, 2, 3].map(() => vault.open(store("one"), key, value, sealed)));
    expect(asked.unwraps).toBe(2);
  });

  test("is evicted when the cache is full, and is unwrapped again at its next use", async () => {
    const { keyManagement, asked } = service();
    const vault = new Vault(keyManagement, { most: 2 });
    const keys = await Promise.all(
      ["one", "two", "three"].map(async (name) => [store(name), await vault.newDataKey(store(name))] as const),
    );
    const [first, second, third] = keys;
    for (const [owner, key] of keys) await vault.seal(owner, key, value, plain);
    for (const used of [third, second]) if (used !== undefined) await vault.seal(...used, value, plain);
    expect(asked.unwraps).toBe(3);
    if (first !== undefined) await vault.seal(...first, value, plain);
    expect(asked.unwraps).toBe(4);
  });

  test("works from the cache during an outage, and after that the answer is 503 until the service is back", async () => {
    const { keyManagement, asked } = service();
    const vault = new Vault(keyManagement);
    const key = await vault.newDataKey(store("one"));
    const sealed = await vault.seal(store("one"), key, value, plain);
    asked.reachable = false;
    expect(await vault.open(store("one"), key, value, sealed)).toEqual(plain);
    await vi.advanceTimersByTimeAsync(60_000);
    for (const _ of [1, 2]) {
      const refusal = await vault.open(store("one"), key, value, sealed).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DomainError);
      expect(refusal).toMatchObject({ kind: "unavailable", code: "master_key_unavailable" });
    }
    asked.reachable = true;
    expect(await vault.open(store("one"), key, value, sealed)).toEqual(plain);
  });
});
