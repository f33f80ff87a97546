import { createHash } from "node:crypto";
import { MultipartUploads } from "@fulmar/core/object-store";
import { checksumHeader } from "../body/checksum.ts";
import { type Digested, type Payload, payloadOf } from "../body/payload.ts";
import { RangeReader } from "../files/read-range.ts";
import { noSuchUpload, S3Error } from "../protocol/s3-error.ts";
import { parameter } from "../protocol/s3-request.ts";
import { document } from "../protocol/xml.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { copiedRange } from "./copy-object.ts";
import { uploadIdOf } from "./multipart.ts";
import { takeBody } from "./take-body.ts";

const MOST_PARTS = 10_000;

/** Takes a part in, in place of the one that may have its number. */
export async function uploadPart(call: ObjectCall): Promise<Answer> {
  await requireUpload(call);
  const { etag, checksum } = await takePart(call, payloadOf(call.request, call.chunkKey));
  return { status: 200, headers: { etag: `"${etag}"`, ...(checksum !== null && checksumHeader(checksum)) } };
}

/** Takes a part in that is another object, or a range of it. */
export async function uploadPartCopy(call: ObjectCall): Promise<Answer> {
  await requireUpload(call);
  const range = await copiedRange(call);
  const { files } = call.store;
  const { etag, modifiedAt } = await files.holding(
    range.parts.map(({ fileId }) => fileId),
    async () => {
      const source = await RangeReader.open(files, range.parts, range.start, range.length);
      const md5 = createHash("md5");
      async function* hashed() {
        for await (const piece of source.bytes()) {
          md5.update(piece);
          yield piece;
        }
      }
      try {
        return await takePart(call, { bytes: hashed(), digested: () => ({ md5: md5.digest("hex"), checksum: null }) });
      } finally {
        await source.close();
      }
    },
  );
  return {
    status: 200,
    xml: document("CopyPartResult", { LastModified: modifiedAt.toISOString(), ETag: `"${etag}"` }),
  };
}

/** Before the body is read: it may be large. */
async function requireUpload({ store, request, bucket, key }: ObjectCall): Promise<void> {
  if (!(await new MultipartUploads(store.sql, bucket).has(key, uploadIdOf(request)))) throw noSuchUpload();
}

async function takePart(
  call: ObjectCall,
  payload: Payload,
): Promise<{ etag: string; checksum: Digested["checksum"]; modifiedAt: Date }> {
  const { store, request, bucket, key } = call;
  const partNumber = partNumberOf(request);
  return takeBody(call, payload, async ({ fileId, size, md5, checksum }) => {
    const part = { partNumber, fileId, size, etag: md5 };
    const modifiedAt = await store.change(bucket, async (sql) => {
      const put = await new MultipartUploads(sql, bucket).putPart(key, uploadIdOf(request), part);
      if (put === undefined) throw noSuchUpload();
      return put;
    });
    return { etag: md5, checksum, modifiedAt };
  });
}

function partNumberOf(request: ObjectCall["request"]): number {
  const text = parameter(request, "partNumber") ?? "";
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MOST_PARTS)
    throw new S3Error("InvalidArgument", `partNumber must be a number from 1 to ${MOST_PARTS}.`);
  return number;
}
