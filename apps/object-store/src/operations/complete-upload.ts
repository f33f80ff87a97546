import { completeUpload as complete, type NamedPart, type Uncompleted } from "@fulmar/core/object-store";
import { readDocument } from "../body/read-document.ts";
import { textOf, type XmlElement } from "../protocol/read-xml.ts";
import { noSuchUpload, S3Error } from "../protocol/s3-error.ts";
import { header } from "../protocol/s3-request.ts";
import { document } from "../protocol/xml.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { bypassesGovernance, conditionOf } from "./description.ts";
import { uploadIdOf } from "./multipart.ts";
import { refusal } from "./put-object.ts";

/** Makes an object of its parts. */
export async function completeUpload(call: ObjectCall): Promise<Answer> {
  const { store, request, bucket, key } = call;
  const uploadId = uploadIdOf(request);
  const conditions = {
    size: sizeOf(request),
    condition: conditionOf(request),
    bypassGovernance: bypassesGovernance(call),
  };
  const parts = partsOf(await readDocument(request, call.chunkKey));
  const etag = await store.change(bucket, async (sql) => {
    const completed = await complete(sql, bucket, { key, uploadId, parts, ...conditions });
    if (completed.outcome === "written") return completed.etag;
    throw refusalOf(completed.outcome);
  });
  return {
    status: 200,
    xml: document("CompleteMultipartUploadResult", { Bucket: bucket.name, Key: key, ETag: `"${etag}"` }),
  };
}

function refusalOf(outcome: Uncompleted): S3Error {
  if (outcome === "no_upload") return noSuchUpload();
  if (outcome === "invalid_part")
    return new S3Error("InvalidPart", "A part that is named was not uploaded, or has another ETag.");
  if (outcome === "part_too_small")
    return new S3Error("EntityTooSmall", "Every part but the last must have 5 MiB at least.");
  if (outcome === "other_size")
    return new S3Error("InvalidRequest", "The parts have not as many bytes together as x-amz-mp-object-size says.");
  return refusal(outcome);
}

function sizeOf(request: ObjectCall["request"]): number | undefined {
  const text = header(request, "x-amz-mp-object-size");
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new S3Error("InvalidArgument", "x-amz-mp-object-size must be a number of bytes.");
  return Number(text);
}

function partsOf(body: XmlElement): NamedPart[] {
  if (body.name !== "CompleteMultipartUpload")
    throw new S3Error("MalformedXML", "The body must be a CompleteMultipartUpload.");
  const parts = body.children
    .filter(({ name }) => name === "Part")
    .map((part) => {
      const number = textOf(part, "PartNumber")?.trim() ?? "";
      const etag = textOf(part, "ETag")?.trim().replaceAll('"', "");
      if (!/^\d{1,5}$/.test(number) || etag === undefined)
        throw new S3Error("MalformedXML", "Each Part must have a PartNumber and an ETag.");
      return { partNumber: Number(number), etag };
    });
  if (parts.length === 0) throw new S3Error("MalformedXML", "At least one Part must be named.");
  if (parts.some(({ partNumber }, index) => partNumber <= (parts[index - 1]?.partNumber ?? 0))) {
    throw new S3Error("InvalidPartOrder", "The parts must be named in ascending order of their numbers.");
  }
  return parts;
}
