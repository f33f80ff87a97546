import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutObjectRetentionCommand,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const DAY_MS = 86_400_000;

const { fixture, s3 } = await storeOfFile();

/** A client whose key may bypass GOVERNANCE. The key of `s3` may not. */
const bypassing = fixture.client(await fixture.key({ bypass_governance: true }));

const locked = (mode: "GOVERNANCE" | "COMPLIANCE") =>
  fixture.bucket({ object_lock_enabled: true, default_retention: { mode, days: 1 } });
const put = (Bucket: string, Key: string, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body: "kept", ...more }));

test("403 for replacing or deleting an object under a default compliance retention, by every operation", async () => {
  const Bucket = await locked("COMPLIANCE");
  await put(Bucket, "kept");
  const BypassGovernanceRetention = true;
  expect(await refusal(put(Bucket, "kept"))).toBe("403 AccessDenied");
  expect(
    await refusal(
      s3.send(
        new CopyObjectCommand({ Bucket, Key: "kept", CopySource: `${Bucket}/kept`, MetadataDirective: "REPLACE" }),
      ),
    ),
  ).toBe("403 AccessDenied");
  expect(await refusal(s3.send(new DeleteObjectCommand({ Bucket, Key: "kept", BypassGovernanceRetention })))).toBe(
    "403 AccessDenied",
  );
  const { Errors } = await s3.send(
    new DeleteObjectsCommand({ Bucket, BypassGovernanceRetention, Delete: { Objects: [{ Key: "kept" }] } }),
  );
  expect(Errors).toMatchObject([{ Key: "kept", Code: "AccessDenied" }]);
  const { url } = await fixture.api("object.createUploadUrl", { bucket_name: Bucket, object_key: "kept" });
  expect((await fetch(url, { method: "PUT", body: "new" })).status).toBe(403);
  expect((await s3.send(new HeadObjectCommand({ Bucket, Key: "kept" }))).ContentLength).toBe(4);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: 4 });
  await fixture.expectSwept();
});

test("mode and date of a retention are readable by object, bucket and list", async () => {
  const Bucket = await locked("GOVERNANCE");
  await put(Bucket, "default");
  const until = new Date(Date.now() + 10 * DAY_MS);
  await put(Bucket, "own", { ObjectLockMode: "COMPLIANCE", ObjectLockRetainUntilDate: until });
  expect((await s3.send(new GetObjectRetentionCommand({ Bucket, Key: "own" }))).Retention).toEqual({
    Mode: "COMPLIANCE",
    RetainUntilDate: until,
  });
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: "default" }));
  expect(head.ObjectLockMode).toBe("GOVERNANCE");
  expect(head.ObjectLockRetainUntilDate?.getTime()).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
  const { ObjectLockConfiguration } = await s3.send(new GetObjectLockConfigurationCommand({ Bucket }));
  expect(ObjectLockConfiguration).toEqual({
    ObjectLockEnabled: "Enabled",
    Rule: { DefaultRetention: { Mode: "GOVERNANCE", Days: 1 } },
  });
  expect(await fixture.list({ bucket_name: Bucket })).toMatchObject([
    { key: "default", retained_until: head.ObjectLockRetainUntilDate?.toISOString() },
    { key: "own", retained_until: until.toISOString() },
  ]);
});

test("a governance retention can be bypassed with the header by a key that may, and an expired one does not apply", async () => {
  const Bucket = await locked("GOVERNANCE");
  for (const key of ["a", "b", "c"]) await put(Bucket, key);
  expect(await refusal(s3.send(new DeleteObjectCommand({ Bucket, Key: "a" })))).toBe("403 AccessDenied");
  const bypass = new DeleteObjectCommand({ Bucket, Key: "a", BypassGovernanceRetention: true });
  expect(await refusal(s3.send(bypass))).toBe("403 AccessDenied");
  expect(await refusal(bypassing.send(bypass))).toBe("no refusal");
  await fixture.database.pool.query("UPDATE object SET retained_until = now() WHERE key = 'b'");
  expect(await refusal(s3.send(new GetObjectRetentionCommand({ Bucket, Key: "b" })))).toBe(
    "404 NoSuchObjectLockConfiguration",
  );
  const names = ["b", "c"].map((Key) => ({ Key }));
  const { Deleted, Errors } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: names } }));
  expect([Deleted, Errors]).toMatchObject([[{ Key: "b" }], [{ Key: "c" }]]);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: 4 });
});

test("a retention can be extended, and only governance can be shortened, with bypass", async () => {
  const Bucket = await fixture.bucket({ object_lock_enabled: true });
  for (const key of ["loose", "strict"]) await put(Bucket, key);
  const days = (count: number) => new Date(Date.now() + count * DAY_MS);
  const retain = (Key: string, Retention: object, BypassGovernanceRetention = false, at = Bucket, client = bypassing) =>
    refusal(client.send(new PutObjectRetentionCommand({ Bucket: at, Key, Retention, BypassGovernanceRetention })));
  const governance = (count: number) => ({ Mode: "GOVERNANCE", RetainUntilDate: days(count) }) as const;
  expect(await retain("loose", governance(2))).toBe("no refusal");
  expect(await retain("loose", governance(3))).toBe("no refusal");
  expect(await retain("loose", governance(2))).toBe("403 AccessDenied");
  expect(await retain("loose", {})).toBe("403 AccessDenied");
  expect(await refusal(put(Bucket, "loose"))).toBe("403 AccessDenied");
  expect(await retain("loose", {}, true, Bucket, s3)).toBe("403 AccessDenied");
  expect(await retain("loose", governance(1), true, Bucket, s3)).toBe("403 AccessDenied");
  expect(await retain("loose", {}, true)).toBe("no refusal");
  expect(await refusal(put(Bucket, "loose"))).toBe("no refusal");

  const until = days(5);
  expect(await retain("strict", { Mode: "COMPLIANCE", RetainUntilDate: until })).toBe("no refusal");
  expect(await retain("strict", { Mode: "COMPLIANCE", RetainUntilDate: days(4) }, true)).toBe("403 AccessDenied");
  expect(await retain("strict", governance(9), true)).toBe("403 AccessDenied");
  expect((await s3.send(new GetObjectRetentionCommand({ Bucket, Key: "strict" }))).Retention).toEqual({
    Mode: "COMPLIANCE",
    RetainUntilDate: until,
  });
  expect(await retain("absent", governance(1))).toBe("404 NoSuchKey");
  expect(await retain("strict", { Mode: "COMPLIANCE", RetainUntilDate: new Date(0) })).toBe("400 InvalidArgument");
  expect(await retain("strict", governance(1), false, await fixture.bucket())).toBe("400 InvalidRequest");
});

test("409 object_retained: the public API deletes all the objects or none", async () => {
  const Bucket = await locked("GOVERNANCE");
  for (const key of ["a", "b"]) await put(Bucket, key);
  await fixture.database.pool.query("UPDATE object SET retained_until = now() WHERE key = 'a'");
  const removal = fixture.api("object.delete", { bucket_name: Bucket, object_keys: ["a", "b", "absent"] });
  await expect(removal).rejects.toMatchObject({
    status: 409,
    code: "object_retained",
    blockers: [{ type: "object", id: "b", name: "b" }],
  });
  const { token } = await fixture.api("apiToken.create", {
    ...{ name: "remover", scopes: ["object-storage.delete"], expires_at: null },
    ...{ workspace_policy: "entire_organization", workspace_ids: [] },
  });
  const unread = fixture.api(
    "object.delete",
    { bucket_name: Bucket, object_keys: ["b"] },
    { ...fixture.tenant, token },
  );
  await expect(unread).rejects.toMatchObject({ blockers: [{ type: "object", id: "b" }] });
  await expect(unread).rejects.not.toHaveProperty("blockers[0].name");
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 2, total_size: 8 });
  expect(await fixture.api("object.delete", { bucket_name: Bucket, object_keys: ["a", "absent"] })).toEqual({
    deleted: 1,
  });
});

test("400 for a retention without object lock, without a date or with a past one", async () => {
  const [plain, Bucket] = [await fixture.bucket(), await fixture.bucket({ object_lock_enabled: true })];
  const until = new Date(Date.now() + DAY_MS);
  expect(await refusal(put(plain, "a", { ObjectLockMode: "GOVERNANCE", ObjectLockRetainUntilDate: until }))).toBe(
    "400 InvalidRequest",
  );
  expect(await refusal(put(Bucket, "a", { ObjectLockMode: "GOVERNANCE" }))).toBe("400 InvalidArgument");
  expect(
    await refusal(put(Bucket, "a", { ObjectLockMode: "GOVERNANCE", ObjectLockRetainUntilDate: new Date(0) })),
  ).toBe("400 InvalidArgument");
  expect(await refusal(put(plain, "a", { ObjectLockLegalHoldStatus: "ON" }))).toBe("400 InvalidRequest");
  expect(await refusal(s3.send(new GetObjectLockConfigurationCommand({ Bucket: plain })))).toBe(
    "404 ObjectLockConfigurationNotFoundError",
  );
  const upload = new CreateMultipartUploadCommand({
    Bucket: plain,
    Key: "a",
    ObjectLockMode: "GOVERNANCE",
    ObjectLockRetainUntilDate: until,
  });
  expect(await refusal(s3.send(upload))).toBe("400 InvalidRequest");
});
