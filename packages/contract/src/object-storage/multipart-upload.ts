import { z } from "zod";
import { ObjectKey } from "../cdn/object-url.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { LARGEST_OBJECT_BYTES, MOST_PARTS } from "./limits.ts";
import { ExpiresIn, ObjectContentType, StoredObject } from "./object.ts";

/** The most URLs that are signed in one request. */
const MOST_URLS = 100;

const PartNumber = z.int().min(1).max(MOST_PARTS);

export const CreateMultipartUpload = z
  .strictObject({ object_key: ObjectKey, content_type: ObjectContentType.optional() })
  .meta({
    id: "CreateMultipartUploadRequest",
    examples: [{ object_key: "backups/database.dump", content_type: "application/octet-stream" }],
  });

/** `expires_at`: an upload that is not completed by then is discarded. */
export const MultipartUpload = z
  .strictObject({ upload_id: z.string(), object_key: z.string(), created_at: Timestamp, expires_at: Timestamp })
  .meta({ id: "MultipartUpload" });

export const CreatePartUrls = z
  .strictObject({
    part_numbers: z
      .array(PartNumber)
      .min(1)
      .max(MOST_URLS)
      .refine((numbers) => new Set(numbers).size === numbers.length, "must not name a part twice"),
    expires_in: ExpiresIn,
  })
  .meta({ id: "CreatePartUrlsRequest", examples: [{ part_numbers: [1, 2, 3], expires_in: 3600 }] });

export const PartUrls = z
  .strictObject({
    method: z.literal("PUT"),
    urls: z.array(z.strictObject({ part_number: z.int(), url: z.string() }).meta({ id: "PartUrl" })),
    expires_at: Timestamp,
  })
  .meta({ id: "PartUrls" });

/** A part, as the object store acknowledged it. */
export const UploadedPart = z
  .strictObject({
    part_number: PartNumber,
    etag: z.string().regex(/^"?[0-9a-f]{32}"?$/, "must be the ETag that the upload of the part was answered with"),
  })
  .meta({ id: "UploadedPart" });
export type UploadedPart = z.infer<typeof UploadedPart>;

/** `size`, in bytes, must equal the total size of the parts. Otherwise no object is created. */
export const CompleteMultipartUpload = z
  .strictObject({
    parts: z
      .array(UploadedPart)
      .min(1)
      .max(MOST_PARTS)
      .refine(
        (parts) => parts.every(({ part_number }, index) => part_number > (parts[index - 1]?.part_number ?? 0)),
        "must be in ascending order of their numbers",
      ),
    size: z.int().min(0).max(LARGEST_OBJECT_BYTES).optional(),
    only_new: z.boolean().default(false),
  })
  .meta({
    id: "CompleteMultipartUploadRequest",
    examples: [{ parts: [{ part_number: 1, etag: "9b2cf535f27731c974343645a3985328" }], size: 5_242_880 }],
  });

export const MultipartUploadAbortion = z
  .strictObject({ status: z.literal("aborted"), upload_id: z.string() })
  .meta({ id: "MultipartUploadAbortion" });

const family = "Object storage";
const ofBucket = { bucket_name: ResourceId };
const ofUpload = { ...ofBucket, upload_id: ResourceId };
const uploads = "/object-storage/buckets/{bucket_name}/multipart-uploads";
const upload = `${uploads}/{upload_id}` as const;

const multipartUploadCreate = defineOperation({
  id: "multipartUpload.create",
  resource: "multipart_upload",
  family,
  method: "POST",
  path: uploads,
  scope: "object-storage.write",
  summary: "Begin an upload in parts",
  description:
    "For large objects: parts can be uploaded in parallel, and a part that fails is uploaded again by itself. " +
    "The object exists once the upload is completed. " +
    "Until then its parts count for the bucket's quota and are charged as objects are. " +
    "An upload that is not completed within seven days is aborted.",
  success: 201,
  params: ofBucket,
  body: CreateMultipartUpload,
  output: MultipartUpload,
  errors: ["not_found", "conflict"],
});

const multipartUploadCreatePartUrls = defineOperation({
  id: "multipartUpload.createPartUrls",
  resource: "multipart_upload",
  family,
  method: "POST",
  path: `${upload}/part-urls`,
  scope: "object-storage.write",
  summary: "Create URLs for uploading parts",
  description:
    "Presigned S3 URLs, each valid for a PUT of one part for `expires_in` seconds. The answer to such a PUT has the " +
    "part's `ETag`, which the completion has to send. " +
    "Every part except the last must have 5 MiB to 5 GiB; a part that is uploaded again is replaced. " +
    "Each answer writes an audit event.",
  params: ofUpload,
  body: CreatePartUrls,
  output: PartUrls,
  safe: true,
  audited: true,
  errors: ["not_found"],
});

const multipartUploadComplete = defineOperation({
  id: "multipartUpload.complete",
  resource: "multipart_upload",
  family,
  method: "POST",
  path: `${upload}/complete`,
  scope: "object-storage.write",
  summary: "Create an object from its uploaded parts",
  description:
    "The object consists of the named parts, in their order; other parts are deleted. " +
    "An existing object is replaced, unless `only_new` (409 `object_exists`) " +
    "or its retention (409 `object_retained`) forbids it. Also 409 if a part was not uploaded with its ETag " +
    "(`part_unknown`), a part other than the last is smaller than 5 MiB " +
    "(`part_too_small`), or the parts do not add up to `size` bytes (`size_differs`); " +
    "the upload then stays as it is. A repeated request has the same answer.",
  params: ofUpload,
  body: CompleteMultipartUpload,
  output: StoredObject,
  errors: ["not_found", "conflict"],
});

const multipartUploadAbort = defineOperation({
  id: "multipartUpload.abort",
  resource: "multipart_upload",
  family,
  method: "DELETE",
  path: upload,
  scope: "object-storage.write",
  summary: "Abort an upload in parts",
  description: "Its parts are deleted.",
  params: ofUpload,
  output: MultipartUploadAbortion,
  errors: ["not_found"],
});

export const multipartUploadOperations = [
  multipartUploadCreate,
  multipartUploadCreatePartUrls,
  multipartUploadComplete,
  multipartUploadAbort,
] as const;
