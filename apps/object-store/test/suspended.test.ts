// A suspended organization reads and deletes its objects, and stores nothing more.
import {
  CreateMultipartUploadCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { resumeWallet, suspendWallet } from "@fulmar/core/operator";
import { beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../src/operations/table.ts";
import { formPoster } from "./post-form.ts";
import { md5Header, type Sent, signedSender } from "./signed-send.ts";
import { refusal, storeOfFile, type Tenant } from "./store-fixture.ts";

const { fixture, credentials, s3 } = await storeOfFile();
const send = signedSender(fixture, credentials);
const post = formPoster(fixture, credentials);

const Bucket = await fixture.bucket({ object_lock_enabled: true });
const part = { Bucket, Key: "parts", PartNumber: 1, UploadId: "" };
const aborted = { Bucket, Key: "aborted", UploadId: "" };
let version_id: string;
let urls: readonly { readonly url: string; readonly headers?: Readonly<Record<string, string>> }[];
let completion: string;

beforeAll(async () => {
  await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }));
  version_id = (await s3.send(new PutObjectCommand({ Bucket, Key: "kept", Body: "x" }))).VersionId ?? "";
  for (const upload of [part, aborted])
    upload.UploadId = (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: upload.Key }))).UploadId ?? "";
  const { ETag } = await s3.send(new UploadPartCommand({ ...part, Body: "x" }));
  completion =
    "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber>" +
    `<ETag>${ETag}</ETag></Part></CompleteMultipartUpload>`;
  const bucket_name = Bucket;
  const upload = await fixture.api("object.createUploadUrl", { bucket_name, object_key: "by-url" });
  const restore = await fixture.api("objectVersion.createRestoreUrl", { bucket_name, object_key: "kept", version_id });
  const place = { bucket_name, upload_id: part.UploadId };
  const parts = await fixture.api("multipartUpload.createPartUrls", { ...place, part_numbers: [2] });
  urls = [upload, restore, ...parts.urls];
  await suspendWallet(fixture.database, { organizationId: await organizationOf(fixture.tenant), reason: "unpaid" });
});

async function organizationOf({ workspaceId }: Tenant): Promise<string> {
  const where = { workspace_id: BigInt(workspaceId) };
  return (await fixture.database.prisma.workspace.findFirstOrThrow({ where })).organization_id;
}

/** The bytes of objects and of parts of uploads, and the uploads that were begun. */
async function stored(): Promise<{ readonly bytes: number; readonly uploads: number }> {
  const { rows } = await fixture.database.pool.query(
    `SELECT sum(size)::int AS bytes, (SELECT count(*)::int FROM multipart_upload) AS uploads FROM (
       SELECT size FROM object UNION ALL SELECT size FROM object_version UNION ALL SELECT size
         FROM multipart_part) AS each`,
  );
  return rows[0];
}

const DELETION = "<Delete><Object><Key>none</Key></Object></Delete>";
const TAGS = "<Tagging><TagSet><Tag><Key>stage</Key><Value>new</Value></Tag></TagSet></Tagging>";

/** Requests of an operation have these besides its method and subresource. Others have nothing. */
const SENT: Readonly<Record<string, Sent & { readonly query?: string }>> = {
  "POST bucket delete": { headers: md5Header(DELETION), body: DELETION },
  "PUT object": { body: "more" },
  "PUT object tagging": { body: TAGS },
  "PUT object legal-hold": { body: "<LegalHold><Status>OFF</Status></LegalHold>" },
  "PUT object copy": { headers: { "x-amz-copy-source": `/${Bucket}/kept` } },
  "PUT object uploadId": { query: "&partNumber=2", body: "more" },
  "PUT object uploadId copy": { query: "&partNumber=2", headers: { "x-amz-copy-source": `/${Bucket}/kept` } },
};

/**
 * The operations that add bytes of objects, or of what describes them, whatever the table of the store says of them.
 */
const STORING = [
  ...["PUT object", "PUT object copy", "POST object uploads"],
  ...["PUT object uploadId", "PUT object uploadId copy", "POST object uploadId", "PUT object tagging"],
];

describe("while the organization is suspended,", () => {
  test.each(Object.keys(OPERATIONS).map((name) => [name, STORING.includes(name) ? "is refused" : "adds no bytes"]))(
    "%s %s",
    async (name) => {
      const [method = "", place, subresource] = name.replace(/ copy$/, "").split(" ");
      const upload = method === "DELETE" ? aborted : part;
      const key = subresource === "uploadId" ? upload.Key : "kept";
      const path = place === "service" ? "/" : place === "bucket" ? `/${Bucket}` : `/${Bucket}/${key}`;
      const value = subresource === "uploadId" ? `=${upload.UploadId}` : subresource === "list-type" ? "=2" : "=";
      const { query = "", ...sent } = { ...(name === "POST object uploadId" && { body: completion }), ...SENT[name] };
      const before = await stored();
      const answer = await send(
        method,
        `${path}${subresource === undefined ? "" : `?${subresource}${value}`}${query}`,
        sent,
      );
      const after = await stored();
      if (STORING.includes(name)) expect([answer, after]).toEqual(["403 AccessDenied", before]);
      else expect(answer).not.toMatch(/^(403|5)/);
      expect(after.bytes).toBeLessThanOrEqual(before.bytes);
      expect(after.uploads).toBeLessThanOrEqual(before.uploads);
    },
  );

  test("a new bucket is refused, as are a form and the URLs that it had", async () => {
    expect(await send("PUT", "/a-new-bucket-of-a-suspended-one")).toBe("403 QuotaExceeded");
    const form = await post(Bucket, { key: "by-form" }, "x");
    const visits = urls.map(({ url, headers = {} }) => fetch(url, { method: "PUT", headers }));
    const statuses = (await Promise.all(visits)).map(({ status }) => status);
    expect([form.status, ...statuses]).toEqual([403, 403, 403, 403]);
  });

  test("the public API gives no URLs that store, and begins, completes and restores nothing", async () => {
    const bucket_name = Bucket;
    const upload = { bucket_name, upload_id: part.UploadId };
    const etag = /ETag>"?(\w+)/.exec(completion)?.[1] ?? "";
    const asked = [
      fixture.api("object.createUploadUrl", { bucket_name, object_key: "more" }),
      fixture.api("multipartUpload.create", { bucket_name, object_key: "more" }),
      fixture.api("multipartUpload.createPartUrls", { ...upload, part_numbers: [2] }),
      fixture.api("multipartUpload.complete", { ...upload, parts: [{ part_number: 1, etag }] }),
      fixture.api("objectVersion.createRestoreUrl", { bucket_name, object_key: "kept", version_id }),
      fixture.api("objectTags.put", { bucket_name, object_key: "kept", version_id, tags: { stage: "new" } }),
    ];
    expect(await Promise.all(asked.map(refusal))).toEqual(asked.map(() => "403 account_suspended"));
  });
});

test("an organization that is resumed stores again", async () => {
  const tenant = await fixture.createTenant();
  const organizationId = await organizationOf(tenant);
  const path = `/${await fixture.bucket({}, tenant)}/object`;
  const key = await fixture.key({}, tenant);
  await suspendWallet(fixture.database, { organizationId, reason: "unpaid" });
  expect(await send("PUT", path, { body: "x" }, key)).toBe("403 AccessDenied");
  await resumeWallet(fixture.database, { organizationId });
  expect(await send("PUT", path, { body: "x" }, key)).toMatch(/^200/);
});
