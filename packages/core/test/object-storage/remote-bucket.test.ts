// Who carries out an operation on a bucket: the embedded store, or the server of the bucket's region. What the server
// answers is in apps/object-store/test/ceph-backend.test.ts.
import { beforeAll, expect, test } from "vitest";
import { computeFixture, refusalOf } from "../compute-fixture.ts";
import { bucketElsewhere, REGION } from "./elsewhere.ts";

const fixture = computeFixture();

beforeAll(async () => {
  await bucketElsewhere(fixture, "there");
  const { database, entry } = fixture.world;
  await database.pool.query(
    `INSERT INTO bucket (bucket_id, workspace_id, name, region, backend, is_public, bucket_lock_enabled)
     VALUES ('bkt_1', $1, 'there', $2, 'rgw', false, false)`,
    [entry.workspace.id, REGION],
  );
  await fixture.send("bucket.create", {}, { name: "here", region: "eu-central-1" });
});

const cors = { id: null, allowed_origins: ["*"], allowed_methods: ["GET"], allowed_headers: [], expose_headers: [] };
const rules = [{ ...cors, max_age_seconds: null }];

test("the embedded store carries out what its bucket is asked for", async () => {
  const named = { bucket_name: "here" };
  expect(await fixture.send("bucketVersioning.get", named)).toEqual({ name: "here", status: "off" });
  expect(await fixture.send("object.list", named)).toEqual([]);
  expect(await fixture.send("bucketCors.put", named, { rules })).toEqual({ name: "here", rules });
  expect(await fixture.send("bucketPolicy.get", named)).toMatchObject({ name: "here", policy: null });
  expect(await fixture.send("bucketPolicy.delete", named)).toEqual({ status: "deleted", name: "here" });
});

test("the server of a region is asked for a bucket there, and nothing is written here", async () => {
  const named = { bucket_name: "there" };
  expect(await fixture.send("bucketVersioning.get", named)).toEqual({ name: "there", status: "off" });
  const code = async (request: Promise<unknown>) => (await refusalOf(request)).code;
  expect(await code(fixture.send("object.list", named))).toBe("region_unavailable");
  expect(await code(fixture.send("bucketCors.put", named, { rules }))).toBe("region_unavailable");
  expect(await code(fixture.send("bucketPolicy.get", named))).toBe("unsupported_by_region");
  expect(await code(fixture.send("bucketPolicy.delete", named))).toBe("unsupported_by_region");
  const { rows } = await fixture.world.database.pool.query(
    "SELECT kind FROM bucket_configuration WHERE bucket_id = 'bkt_1'",
  );
  expect(rows).toEqual([]);
});

test("a bucket that is nowhere is not found", async () => {
  const named = { bucket_name: "nowhere" };
  expect(await refusalOf(fixture.send("object.list", named))).toMatchObject({ kind: "not_found" });
  expect(await refusalOf(fixture.send("bucketPolicy.get", named))).toMatchObject({ kind: "not_found" });
});
