import { completeUpload as complete, type NamedPart, readObject } from "@fulmar/core/object-store";
import { readDocument } from "../body/read-document.ts";
import { textOf, type XmlElement } from "../protocol/read-xml.ts";
import { noSuchUpload, S3Error } from "../protocol/s3-error.ts";
import { document } from "../protocol/xml.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { bypassesGovernance, onlyNew } from "./description.ts";
import { uploadIdOf } from "./multipart.ts";
import { refusal } from "./put-object.ts";

/** Makes an object of its parts. Asked again, by a client that did not hear the answer, it is the same. */
export async function completeUpload(call: ObjectCall): Promise<Answer> {
  const { store, request, bucket, key } = call;
  const uploadId = uploadIdOf(request);
  const conditions = { onlyNew: onlyNew(request), bypassGovernance: bypassesGovernance(call) };
  const parts = partsOf(await readDocument(request, call.chunkKey));
  const etag = await store.change(bucket, async (sql) => {
    const completed = await complete(sql, bucket, { key, uploadId, parts, ...conditions });
    if (completed.outcome === "written") return completed.etag;
    const done = completed.outcome === "no_upload" ? await readObject(sql, bucket, key) : undefined;
    if (done?.uploadId === uploadId) return done.etag;
    throw refusalOf(completed.outcome);
  });
  const result = document("CompleteMultipartUploadResult", [
    ["Bucket", bucket.name],
    ["Key", key],
    ["ETag", `"${etag}"`],
  ]);
  return { status: 200, xml: result };
}

function refusalOf(outcome: "no_upload" | "invalid_part" | "part_too_small" | "no_bucket" | "exists" | "retained"): S3Error {
  if (outcome === "no_upload") return noSuchUpload();
  if (outcome === "invalid_part") return new S3Error("InvalidPart", "A part that is named was not uploaded, or has another ETag.");
  if (outcome === "part_too_small") return new S3Error("EntityTooSmall", "Every part but the last must have 5 MiB at least.");
  return refusal(outcome);
}

function partsOf(body: XmlElement): NamedPart[] {
  if (body.name !== "CompleteMultipartUpload") throw new S3Error("MalformedXML", "The body must be a CompleteMultipartUpload.");
  const parts = body.children
    .filter(({ name }) => name === "Part")
    .map((part) => {
      const number = textOf(part, "PartNumber")?.trim() ?? "";
      const etag = textOf(part, "ETag")?.trim().replaceAll('"', "");
      if (!/^\d{1,5}$/.test(number) || etag === undefined) throw new S3Error("MalformedXML", "Each Part must have a PartNumber and an ETag.");
      return { partNumber: Number(number), etag };
    });
  if (parts.length === 0) throw new S3Error("MalformedXML", "At least one Part must be named.");
  if (parts.some(({ partNumber }, index) => partNumber <= (parts[index - 1]?.partNumber ?? 0))) {
    throw new S3Error("InvalidPartOrder", "The parts must be named in ascending order of their numbers.");
  }
  return parts;
}
