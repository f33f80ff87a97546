import { createHash, randomBytes } from "node:crypto";
import { GetObjectCommand, ListMultipartUploadsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const PART = 5 * 1024 * 1024;
const origin = "http://127.0.0.1:3000";

const { fixture, s3 } = await storeOfFile();

const begin = async (bucket_name: string, object_key: string) =>
  (await fixture.api("multipartUpload.create", { bucket_name, object_key })).upload_id;

/** Uploads parts by signed URLs, as the console does. @returns the parts for the completion */
async function send(bucket_name: string, upload_id: string, bytes: readonly (Buffer | string)[]) {
  const { urls } = await fixture.api("multipartUpload.createPartUrls", {
    bucket_name,
    upload_id,
    part_numbers: bytes.map((_, index) => index + 1),
  });
  return Promise.all(
    urls.map(async ({ part_number, url }) => {
      const answer = await fetch(url, { method: "PUT", body: bytes[part_number - 1] ?? null, headers: { origin } });
      expect([answer.status, answer.headers.get("access-control-expose-headers")]).toEqual([200, "ETag"]);
      return { part_number, etag: answer.headers.get("etag") ?? "" };
    }),
  );
}

test("a multipart upload by the public API makes one object, and complete can be repeated", async () => {
  const bucket_name = await fixture.bucket();
  const object_key = "a folder/ü & 100%+#?.bin";
  const bytes = randomBytes(PART + 777);
  const upload = await fixture.api("multipartUpload.create", { bucket_name, object_key, content_type: "video/mp4" });
  expect(Date.parse(upload.expires_at) - Date.parse(upload.created_at)).toBe(7 * 86_400_000);
  const { upload_id } = upload;
  const parts = await send(bucket_name, upload_id, [bytes.subarray(0, PART), bytes.subarray(PART)]);
  const complete = () =>
    fixture.api("multipartUpload.complete", { bucket_name, upload_id, parts, size: bytes.length, only_new: true });
  const made = await complete();
  expect(made).toMatchObject({
    key: object_key,
    kind: "object",
    size: bytes.length,
    content_type: "video/mp4",
    retained_until: null,
  });
  expect(await complete()).toEqual(made);
  expect(await fixture.list({ bucket_name })).toEqual([made]);
  const got = await s3.send(new GetObjectCommand({ Bucket: bucket_name, Key: object_key }));
  const md5 = createHash("md5").update(Buffer.from((await got.Body?.transformToByteArray()) ?? []));
  expect(md5.digest("hex")).toBe(createHash("md5").update(bytes).digest("hex"));
  expect(await refusal(fixture.api("multipartUpload.abort", { bucket_name, upload_id }))).toBe("404 not_found");
  expect(await fixture.expectTrue(bucket_name)).toEqual({ object_count: 1, total_size: bytes.length });
  await fixture.expectSwept();
});

test("a refused completion keeps the upload; an aborted upload leaves nothing", async () => {
  const bucket_name = await fixture.bucket({ object_lock_enabled: true });
  await s3.send(new PutObjectCommand({ Bucket: bucket_name, Key: "there", Body: "first" }));
  const upload_id = await begin(bucket_name, "there");
  const parts = await send(bucket_name, upload_id, ["small", "last"]);
  const complete = (more: object, named = parts) =>
    refusal(fixture.api("multipartUpload.complete", { bucket_name, upload_id, parts: named, ...more }));
  const [one, two] = parts;
  if (one === undefined || two === undefined) throw new Error("the parts are two");
  expect(await complete({})).toBe("409 part_too_small");
  expect(await complete({}, [{ part_number: 1, etag: two.etag }])).toBe("409 part_unknown");
  expect(await complete({}, [{ part_number: 3, etag: two.etag }])).toBe("409 part_unknown");
  expect(await complete({ size: 5 }, [two])).toBe("409 size_differs");
  expect(await complete({ only_new: true }, [two])).toBe("409 object_exists");
  await fixture.database.pool.query(
    "UPDATE object SET lock_mode = 'GOVERNANCE', retained_until = now() + interval '1 hour' WHERE key = 'there'",
  );
  expect(await complete({}, [two])).toBe("409 object_retained");
  expect(await refusal(fixture.api("multipartUpload.complete", { bucket_name, upload_id, parts: [two, one] }))).toBe(
    "400 invalid_request",
  );
  expect(
    await (await s3.send(new GetObjectCommand({ Bucket: bucket_name, Key: "there" }))).Body?.transformToString(),
  ).toBe("first");
  expect(await fixture.api("multipartUpload.abort", { bucket_name, upload_id })).toEqual({
    status: "aborted",
    upload_id,
  });
  expect((await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket_name }))).Uploads).toBeUndefined();
  expect(
    await refusal(fixture.api("multipartUpload.createPartUrls", { bucket_name, upload_id, part_numbers: [1] })),
  ).toBe("404 not_found");
  await fixture.expectSwept();
});

test("the URL of a part is valid only for that part, upload, key and method", async () => {
  const bucket_name = await fixture.bucket();
  const upload_id = await begin(bucket_name, "one");
  const { urls } = await fixture.api("multipartUpload.createPartUrls", { bucket_name, upload_id, part_numbers: [1] });
  const url = urls[0]?.url ?? "";
  for (const other of [
    url.replace("partNumber=1", "partNumber=2"),
    url.replace(upload_id, await begin(bucket_name, "one")),
    url.replace("/one?", "/two?"),
  ]) {
    expect((await fetch(other, { method: "PUT", body: "x" })).status).toBe(403);
  }
  expect((await fetch(url, { method: "DELETE" })).status).toBe(403);
  expect((await fetch(url, { method: "PUT", body: "x" })).status).toBe(200);
});
