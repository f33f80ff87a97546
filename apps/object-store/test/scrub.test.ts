// Rereading files: what has rotted, torn or gone is found and told, and nothing is deleted.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { newId } from "@fulmar/core/object-store";
import { expect, test } from "vitest";
import { filesOf, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile({ environment: { FULMAR_OBJECT_SCRUB_MEGABYTES: "10000" } });

function pathOf(file: string): string {
  return join(fixture.dataDir, "objects", "files", file.slice(-2), file);
}

/** The path of the file that `write` adds. */
async function fileOf(write: () => Promise<unknown>): Promise<string> {
  const before = new Set(filesOf(fixture.dataDir).files);
  await write();
  const [added = ""] = filesOf(fixture.dataDir).files.filter((file) => !before.has(file));
  return pathOf(added);
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

async function found(Bucket: string): Promise<string[]> {
  const { damaged } = await fixture.scrubbed();
  return damaged
    .filter(({ bucket_name }) => bucket_name === Bucket)
    .map(({ key, damage }) => `${key} ${damage}`)
    .toSorted();
}

test("changed, torn and missing files are found, also encrypted ones, parts and earlier versions", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
  const put = (Key: string, more: object = {}) =>
    fileOf(() => s3.send(new PutObjectCommand({ Bucket, Key, Body: randomBytes(70_000), ...more })));
  await put("whole");
  const rotten = await put("rotten");
  const torn = await put("torn");
  const gone = await put("gone");
  const sealed = await put("sealed", { ServerSideEncryption: "AES256" });
  await put("sealed");
  const upload = { Bucket, Key: "parts" };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(upload));
  let ETag: string | undefined;
  const part = await fileOf(async () => {
    ({ ETag } = await s3.send(new UploadPartCommand({ ...upload, UploadId, PartNumber: 1, Body: "part" })));
  });
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await s3.send(new CompleteMultipartUploadCommand({ ...upload, UploadId, MultipartUpload }));
  expect(await found(Bucket)).toEqual([]);

  const whole = readFileSync(torn);
  for (const path of [rotten, sealed, part]) flip(path);
  writeFileSync(torn, whole.subarray(0, 100));
  rmSync(gone);
  const damaged = ["gone missing", "parts changed", "rotten changed", "sealed changed", "torn changed"];
  expect(await found(Bucket)).toEqual(damaged);
  expect(fixture.log()).toContain("a file of an object is changed");

  writeFileSync(torn, whole);
  expect(await found(Bucket)).toEqual(damaged.filter((line) => !line.startsWith("torn")));
});

test("a copy, whose MD5 is not known when it is made, is known from its first reading", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "source", Body: "some text" }));
  const copy = await fileOf(() =>
    s3.send(
      new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/source`, ServerSideEncryption: "AES256" }),
    ),
  );
  expect(await found(Bucket)).toEqual([]);
  flip(copy);
  expect(await found(Bucket)).toEqual(["copy changed"]);
});

test("files that no row names are counted and kept", async () => {
  const before = Number((await fixture.scrubbed()).folder?.stray_files);
  const stray = newId("file");
  mkdirSync(join(pathOf(stray), ".."), { recursive: true });
  writeFileSync(pathOf(stray), "whose?");
  const { folder } = await fixture.scrubbed();
  expect(Number(folder?.stray_files)).toBe(before + 1);
  expect(folder?.scrub_ended_at).toBeInstanceOf(Date);
  expect(existsSync(pathOf(stray))).toBe(true);
});
