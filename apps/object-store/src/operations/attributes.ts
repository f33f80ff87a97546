import type { Checksum } from "@fulmar/core/embedded-store";
import { checksumElement, checksumElements } from "../body/checksum.ts";
import { S3Error } from "../protocol/s3-error.ts";
import { countParameter, header } from "../protocol/s3-request.ts";
import { document } from "../protocol/xml.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { dataKeyOf } from "./encryption.ts";
import { namedObject, versionHeader, versionOf } from "./version.ts";

const ATTRIBUTES: ReadonlySet<string> = new Set(["ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize"]);
const MOST_PARTS = 1000;

/** The facts of an object that the request names (S3: GetObjectAttributes). */
export async function getAttributes(call: ObjectCall): Promise<Answer> {
  const { request, bucket } = call;
  const asked = new Set(
    (header(request, "x-amz-object-attributes") ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  );
  const wrong = [...asked].find((name) => !ATTRIBUTES.has(name));
  if (asked.size === 0 || wrong !== undefined)
    throw new S3Error("InvalidArgument", `x-amz-object-attributes must be some of ${[...ATTRIBUTES].join(", ")}.`);
  const object = await namedObject(call, versionOf(request));
  await dataKeyOf(call, object);
  const { etag, size, checksum, parts, uploadId, partChecksums } = object;
  const after =
    header(request, "x-amz-part-number-marker") === undefined ? 0 : numberIn(call, "x-amz-part-number-marker");
  const most = header(request, "x-amz-max-parts") === undefined ? MOST_PARTS : numberIn(call, "x-amz-max-parts");
  const page = parts.slice(after, after + Math.min(most, MOST_PARTS));
  const content = {
    ETag: asked.has("ETag") ? etag : undefined,
    Checksum: asked.has("Checksum") && checksum !== null ? checksumElements(checksum) : undefined,
    ObjectParts:
      asked.has("ObjectParts") && uploadId !== null
        ? {
            PartsCount: parts.length,
            PartNumberMarker: after,
            NextPartNumberMarker: after + page.length,
            MaxParts: Math.min(most, MOST_PARTS),
            IsTruncated: after + page.length < parts.length,
            Part: page.map((part, index) => ({
              PartNumber: after + index + 1,
              Size: String(part.size),
              ...partSum(checksum, partChecksums?.[after + index]),
            })),
          }
        : undefined,
    StorageClass: asked.has("StorageClass") ? "STANDARD" : undefined,
    ObjectSize: asked.has("ObjectSize") ? String(size) : undefined,
  };
  return {
    status: 200,
    headers: { "last-modified": object.modifiedAt.toUTCString(), ...versionHeader(bucket, object.versionId) },
    xml: document("GetObjectAttributesResponse", content),
  };
}

/** The element with the checksum of a part, which has the algorithm of the object's. */
function partSum(checksum: Checksum | null, value: string | undefined): Record<string, string> {
  return checksum === null || value === undefined ? {} : checksumElement({ algorithm: checksum.algorithm, value });
}

function numberIn({ request }: ObjectCall, name: string): number {
  return countParameter({ query: [[name, header(request, name) ?? ""]] }, name, 10_000);
}
