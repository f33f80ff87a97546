// Who is read at the plain path of a bucket's name, and at the website of the name, when several workspaces use it.
import { request as httpRequest } from "node:http";
import { PutBucketWebsiteCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, test } from "vitest";
import { reconcileWith } from "./reconciling.ts";
import { storeOfFile, type Tenant } from "./store-fixture.ts";

const { fixture } = await storeOfFile();
const reconcile = reconcileWith(fixture);
const { pool } = fixture.database;

let name: string;
let [first, second]: Tenant[] = [];
beforeEach(async () => {
  name = `named-${crypto.randomUUID().slice(0, 8)}`;
  [first, second] = [await fixture.createTenant(), await fixture.createTenant()];
});

/** Makes a public bucket of the name with a website, whose page says whose it is. */
async function open(tenant: Tenant | undefined, body: string): Promise<void> {
  const as = tenant ?? fixture.tenant;
  await fixture.bucket({ name, is_public: true }, as);
  const s3 = fixture.client(await fixture.key({}, as));
  await s3.send(new PutObjectCommand({ Bucket: name, Key: "i", Body: body }));
  const WebsiteConfiguration = { IndexDocument: { Suffix: "i" } };
  await s3.send(new PutBucketWebsiteCommand({ Bucket: name, WebsiteConfiguration }));
}

/** Deletes the bucket of a workspace with its object. */
async function close(tenant: Tenant | undefined): Promise<void> {
  await fixture.api("object.delete", { bucket_name: name, object_keys: ["i"] }, tenant);
  await fixture.api("bucket.delete", { bucket_name: name }, tenant);
}

function visit(host: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port: fixture.port, path, headers: { host } }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      answer.on("end", () => resolve(answer.statusCode === 200 ? body : String(answer.statusCode)));
    })
      .on("error", reject)
      .end();
  });
}

/** The answers at the plain path, at the host of the name, and at the website of the name. */
const shown = async () => [
  await visit("127.0.0.1", `/${name}/i`),
  await visit(`${name}.s3.localhost`, "/i"),
  await visit(`${name}.s3-website.localhost`, "/"),
];
const everywhere = (body: string) => [body, body, body];
const NOTHING = ["403", "403", "404"];

/** Makes the bucket of a workspace older, or what is left of it. */
async function pass(hours: number, tenant: Tenant | undefined): Promise<void> {
  const values = [hours, name, tenant?.workspaceId];
  for (const [table, column] of [
    ["bucket", "created_at"],
    ["plain_path", "held_since"],
    ["plain_path", "held_until"],
  ])
    await pool.query(
      `UPDATE ${table} SET ${column} = ${column} - $1 * interval '1 hour' WHERE name = $2 AND workspace_id = $3`,
      values,
    );
}

describe("the name of a deleted bucket", () => {
  test.each([
    ["30 days", 720, 168],
    ["a day", 24, 24],
    ["an hour", 1, 1],
  ])("that lived %s is its workspace's for as long, at most seven days", async (_, lived, kept) => {
    await open(first, "first");
    await pass(lived, first);
    await open(second, "second");
    expect(await shown()).toEqual(everywhere("first"));
    await close(first);
    expect(await shown()).toEqual(NOTHING);
    await pass(kept - 0.1, first);
    expect(await shown()).toEqual(NOTHING);
    await pass(0.2, first);
    expect(await shown()).toEqual(everywhere("second"));
  });

  test("is read in its own workspace meanwhile", async () => {
    await open(first, "first");
    await pass(24, first);
    await open(second, "second");
    await close(first);
    expect(await visit("127.0.0.1", `/${second?.workspaceId}:${name}/i`)).toBe("second");
    expect(await visit(`${name}.${second?.workspaceId}.s3-website.localhost`, "/")).toBe("second");
  });

  test("opens the workspace's next bucket of the name, and stays its own then", async () => {
    await open(first, "first");
    await pass(720, first);
    await open(second, "second");
    await close(first);
    await open(first, "again");
    expect(await shown()).toEqual(everywhere("again"));
    await reconcile("end-kept-buckets");
    expect(await shown()).toEqual(everywhere("again"));
    await close(first);
    expect(await shown()).toEqual(NOTHING);
    await pass(169, first);
    await reconcile("end-kept-buckets");
    await open(first, "late");
    expect(await shown()).toEqual(everywhere("second"));
  });

  test("is not kept by a workspace that was not the first", async () => {
    const third = await fixture.createTenant();
    await open(first, "first");
    await pass(3, first);
    await open(second, "second");
    await pass(2, second);
    await open(third, "third");
    await close(second);
    await close(first);
    await pass(9, first);
    expect(await shown()).toEqual(everywhere("third"));
  });

  test("is kept while the bucket can be restored, and after it is deleted for good", async () => {
    await pool.query("UPDATE workspace SET deletion_window_hours = 24 WHERE workspace_id = $1", [first?.workspaceId]);
    await open(first, "first");
    await pass(720, first);
    await open(second, "second");
    await fixture.api("bucket.delete", { bucket_name: name, force: true }, first);
    expect(await shown()).toEqual(NOTHING);
    await fixture.api("bucket.purge", { bucket_name: name }, first);
    expect(await shown()).toEqual(NOTHING);
    await reconcile("end-kept-buckets");
    expect(await shown()).toEqual(NOTHING);
    await pass(169, first);
    expect(await shown()).toEqual(everywhere("second"));
  });

  test("is kept when the bucket moves to a server of its own", async () => {
    await open(first, "first");
    await pass(24, first);
    await open(second, "second");
    const region = "eu-north-9";
    await pool.query(
      "INSERT INTO storage_region (region, name, backend, endpoint_url) VALUES ($1, $1, 'rgw', 'http://127.0.0.1:9')",
      [region],
    );
    const move = "UPDATE bucket SET region = $1, backend = $2 WHERE name = $3 AND workspace_id = $4";
    await pool.query(move, [region, "rgw", name, first?.workspaceId]);
    expect(await shown()).toEqual(NOTHING);
    await pool.query(move, ["eu-central-1", "embedded", name, first?.workspaceId]);
    expect(await shown()).toEqual(everywhere("first"));
  });
});
