import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { bucketsOf } from "./object-storage-fixture.ts";

let api: Api;
const { newName, create } = bucketsOf(() => api);

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("DELETE /object-storage/buckets/{bucket_name}", () => {
  const remove = (name: string) => api.request("DELETE", `/object-storage/buckets/${name}`);

  test("200, then 404, and the name can be used again", async () => {
    const name = newName();
    await create({ name });
    expect(await remove(name)).toMatchObject({ status: 200, body: { status: "deleted", name } });
    expect((await remove(name)).status).toBe(404);
    expect((await create({ name })).status).toBe(201);
  });

  test("403 without object-storage.delete", async () => {
    const name = newName();
    await create({ name });
    const token = await api.createToken(api.tenant, { scopes: ["object-storage.read", "object-storage.write"] });
    expect((await api.request("DELETE", `/object-storage/buckets/${name}`, { token })).status).toBe(403);
  });

  test("409 bucket_not_empty while it has an object", async () => {
    const name = newName();
    await create({ name });
    const { workspace_id, bucket_id } = await api.database.prisma.bucket.findFirstOrThrow({ where: { name } });
    const file = { file_ids: ["file"], file_sizes: [1n] };
    await api.database.prisma.storedObject.create({
      data: { workspace_id, bucket_id, key: "a", size: 1n, etag: "0".repeat(32), content_type: "text/plain", ...file },
    });
    expect(await remove(name)).toMatchObject({ status: 409, body: { code: "bucket_not_empty" } });
  });

  test("409 bucket_locked during a compliance retention; a governance retention does not lock", async () => {
    const [compliance, governance] = [newName(), newName()];
    await create({ name: compliance, object_lock_enabled: true, default_retention: { mode: "COMPLIANCE", days: 2 } });
    await create({ name: governance, object_lock_enabled: true, default_retention: { mode: "GOVERNANCE", days: 2 } });
    expect(await remove(compliance)).toMatchObject({ status: 409, body: { code: "bucket_locked" } });
    expect((await remove(governance)).status).toBe(200);
    await api.database.prisma.bucket.updateMany({
      where: { name: compliance },
      data: { created_at: new Date(Date.now() - 3 * 86_400_000) },
    });
    expect((await remove(compliance)).status).toBe(200);
  });

  test("409 bucket_in_use names the distributions of the bucket", async () => {
    const name = newName();
    await create({ name });
    const { body: distribution } = await api.request("POST", "/cdn/distributions", { body: { name, origin_id: name } });
    expect(await remove(name)).toMatchObject({
      status: 409,
      body: { code: "bucket_in_use", blockers: [{ type: "cdn_distribution", id: distribution.id, name }] },
    });
    await api.request("DELETE", `/cdn/distributions/${distribution.id}`);
    expect((await remove(name)).status).toBe(200);
  });

  test("deleting a bucket while a distribution of it is created refuses exactly one of the two", async () => {
    for (let round = 0; round < 5; round++) {
      const name = newName();
      await create({ name });
      const [made, removed] = await Promise.all([
        api.request("POST", "/cdn/distributions", { body: { name, origin_id: name } }),
        remove(name),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([made.status, removed.status]);
    }
  });
});
