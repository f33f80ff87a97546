// A suspended organization reads and deletes its objects, and stores nothing more.
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { resumeWallet, suspendWallet } from "@fulmar/core/operator";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

test("a suspended organization stores nothing, reads and deletes, and stores again when it is resumed", async () => {
  const Bucket = await fixture.bucket();
  const Key = "kept";
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "parts" }));
  const { url } = await fixture.api("object.createUploadUrl", { bucket_name: Bucket, object_key: "by-url" });
  const [{ organization_id: organizationId } = { organization_id: "" }] =
    await fixture.database.prisma.workspace.findMany({ where: { workspace_id: BigInt(fixture.tenant.workspaceId) } });
  await suspendWallet(fixture.database, { organizationId, reason: "unpaid" });

  const part = { Bucket, Key: "parts", UploadId, PartNumber: 1 };
  const CopySource = `${Bucket}/${Key}`;
  const storing = [
    s3.send(new PutObjectCommand({ Bucket, Key: "more", Body: "x" })),
    s3.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource })),
    s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "other" })),
    s3.send(new UploadPartCommand({ ...part, Body: "x" })),
    s3.send(new UploadPartCopyCommand({ ...part, CopySource })),
  ];
  expect(await Promise.all(storing.map(refusal))).toEqual(storing.map(() => "403 AccessDenied"));
  expect((await fetch(url, { method: "PUT", body: "x" })).status).toBe(403);
  expect(await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()).toBe("x");
  expect((await s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(1);
  await s3.send(new DeleteObjectCommand({ Bucket, Key }));

  await resumeWallet(fixture.database, { organizationId });
  await s3.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
});
