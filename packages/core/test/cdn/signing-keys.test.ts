// The effect of a key rotation on URLs that were signed before, checked as the edge checks them.
import { loadConfiguration } from "@fulmar/config";
import type { CdnObjectUrl, CdnSigningKey } from "@fulmar/contract";
import { verifyUrl } from "@fulmar/edge-protocol";
import { expect, test } from "vitest";
import { deriveUrlKey } from "../../src/cdn/url-key.ts";
import { cdnFixture } from "./cdn-fixture.ts";

const fixture = cdnFixture();
const secret = () =>
  loadConfiguration({ DATABASE_URL: "postgresql://127.0.0.1/none", FULMAR_ENVIRONMENT: "development" }).secrets[0];
const rotate = (body: object = {}) => fixture.send<CdnSigningKey>("cdnSigningKey.rotate", {}, { ...body });
const keys = () => fixture.send<CdnSigningKey[]>("cdnSigningKey.list");
let made = 0;

/** The edge's data of a bucket. */
async function knownOf(bucketName: string): Promise<Parameters<typeof verifyUrl>[0]> {
  const rows = await fixture.query<{
    key_id: string;
    salt: string;
    valid_until: Date | null;
    bucket_id: string;
    is_public: boolean;
  }>(
    `SELECT k.key_id, k.salt, k.valid_until, b.bucket_id, b.is_public FROM cdn_signing_key k JOIN bucket b
       USING (workspace_id) WHERE b.name = $1`,
    [bucketName],
  );
  const keys = rows.map((row) => ({
    keyId: row.key_id,
    key: deriveUrlKey(secret(), row, row.bucket_id),
    validUntil: row.valid_until,
  }));
  const endedSigners = await fixture.query<{ signer: string; until: Date }>(
    `SELECT signer, least(revoked_at, expires_at) AS until FROM cdn_url_signer
       WHERE least(revoked_at, expires_at) IS NOT NULL`,
  );
  return { keys, endedSigners, isPublic: rows[0]?.is_public ?? false };
}

async function bucket(is_public: boolean): Promise<string> {
  const name = `signed-${++made}`;
  await fixture.send("bucket.create", {}, { name, region: "eu-central-1", is_public });
  return name;
}

async function url(bucket_name: string, body: object = {}): Promise<string> {
  return (await fixture.send<CdnObjectUrl>("cdnUrl.generate", {}, { bucket_name, object_key: "a/ü 1.txt", ...body }))
    .cdn_url;
}

/** Whether the edge accepts a URL, now or this many days later. */
const isGood = async (bucketName: string, text: string, inDays = 0) =>
  verifyUrl(
    await knownOf(bucketName),
    "common",
    text.slice(new URL(text).origin.length),
    new Date(Date.now() + inDays * 86_400_000),
  ) !== undefined;

test("a signed URL is valid for its bucket until it expires, and no key is stored in the clear", async () => {
  const [one, two] = [await bucket(false), await bucket(false)];
  const text = await url(one, { expires_in: 604_800, disposition: "attachment" });
  const [current] = await keys();
  expect(current).toMatchObject({ status: "current", retired_at: null, valid_until: null });
  expect(new URL(text).searchParams.get("key")).toBe(current?.key_id);
  expect(await isGood(one, text)).toBe(true);
  expect(await isGood(one, text, 6.99)).toBe(true);
  expect(await isGood(one, text, 7.01)).toBe(false);
  expect(await isGood(two, text)).toBe(false);
  const stored = JSON.stringify(await fixture.query("SELECT * FROM cdn_signing_key"));
  for (const { key } of (await knownOf(one)).keys)
    for (const encoding of ["hex", "base64", "base64url"] as const)
      expect(stored).not.toContain(key.toString(encoding));
});

test("URLs from before a rotation stay valid until they expire, and new ones use the new key", async () => {
  const name = await bucket(false);
  await rotate({ revoke_previous: true });
  const before = await url(name, { expires_in: 604_800 });
  const next = await rotate();
  const after = await url(name);
  expect(new URL(after).searchParams.get("key")).toBe(next.key_id);
  expect(await isGood(name, before, 6.99)).toBe(true);
  expect(await isGood(name, after)).toBe(true);
  expect((await keys()).map(({ key_id, status }) => [key_id, status])).toEqual([
    [next.key_id, "current"],
    [new URL(before).searchParams.get("key"), "retired"],
  ]);
});

test("a revocation invalidates all earlier URLs at once", async () => {
  const [closed, open] = [await bucket(false), await bucket(true)];
  const earlier = [await url(closed), await url(open, { disposition: "inline" })];
  await rotate();
  earlier.push(await url(closed));
  const { key_id } = await rotate({ revoke_previous: true });
  expect(await keys()).toMatchObject([{ key_id, status: "current" }]);
  expect(
    await Promise.all([
      isGood(closed, earlier[0] ?? ""),
      isGood(open, earlier[1] ?? ""),
      isGood(closed, earlier[2] ?? ""),
    ]),
  ).toEqual([false, false, false]);
  expect(await isGood(closed, await url(closed))).toBe(true);
});

test("a URL without expiry survives rotations while its bucket is public", async () => {
  const name = await bucket(true);
  await rotate({ revoke_previous: true });
  const forever = await url(name, { disposition: "attachment" });
  await rotate();
  const week = await url(name, { expires_in: 60 });
  await rotate();
  const [, second, first] = await keys();
  expect(first).toMatchObject({ status: "retired", valid_until: null });
  expect(second).toMatchObject({ status: "retired", valid_until: expect.any(String) });
  expect(await isGood(name, forever, 3650)).toBe(true);
  expect(await isGood(name, week)).toBe(true);
  await fixture.send("bucket.update", { bucket_name: name }, { is_public: false });
  expect(await isGood(name, forever)).toBe(false);
  expect(await isGood(name, week)).toBe(true);
});

test("a retired key is deleted once its last URL has expired", async () => {
  await rotate({ revoke_previous: true });
  await rotate();
  await fixture.query(
    "UPDATE cdn_signing_key SET valid_until = now() - interval '1 second' WHERE valid_until IS NOT NULL",
  );
  expect(await keys()).toHaveLength(1);
  await rotate();
  expect(await fixture.query("SELECT FROM cdn_signing_key")).toHaveLength(2);
});

test("concurrent first URLs share one key, and each successful rotation makes its own key", async () => {
  const name = await bucket(false);
  await fixture.query("DELETE FROM cdn_signing_key");
  const urls = await Promise.all(Array.from({ length: 8 }, () => url(name)));
  expect(new Set(urls.map((text) => new URL(text).searchParams.get("key"))).size).toBe(1);
  const rotations = await Promise.allSettled(Array.from({ length: 6 }, () => rotate()));
  const done = rotations.filter((rotation) => rotation.status === "fulfilled");
  for (const rotation of rotations)
    if (rotation.status === "rejected")
      expect(rotation.reason).toMatchObject({ status: 409, code: "rotation_in_progress" });
  expect(done.length).toBeGreaterThan(0);
  expect((await keys()).map(({ status }) => status)).toEqual(["current", ...done.map(() => "retired")]);
});
