import { createHash } from "node:crypto";
import { uriEncode } from "@fulmar/core/s3-signing";
import { checkedChecksum, expectedChecksum } from "../body/checksum.ts";
import type { Payload } from "../body/payload.ts";
import type { Answer, ObjectCall } from "../operations/call.ts";
import { withEncryption } from "../operations/encryption.ts";
import { storeObject } from "../operations/put-object.ts";
import { tagsIn } from "../operations/tags.ts";
import { writtenHeader } from "../operations/version.ts";
import { S3Error } from "../protocol/s3-error.ts";
import { header } from "../protocol/s3-request.ts";
import { readXml } from "../protocol/xml.ts";
import { limited, type SizeRange } from "./limited.ts";
import type { PostForm } from "./read-form.ts";
import { successOf } from "./success.ts";

/** Stores the file of a form whose policy has been checked. @param call its request has the headers of an equal PUT */
export async function postObject(call: ObjectCall, form: PostForm, range: SizeRange): Promise<Answer> {
  const { bucket, key } = call;
  const { etag, versionId, encryption } = await storeObject(call, payloadOfForm(call, form, range));
  const place = call.request.addressing === "bucket" ? [] : [bucket.name];
  const path = [...place, ...key.split("/")].map(uriEncode).join("/");
  const location = `${call.from.isSecure ? "https" : "http"}://${call.request.message.headers.host ?? ""}/${path}`;
  const { status, headers, xml } = successOf(form.fields, { bucket: bucket.name, key, etag, location });
  const answer = { status, headers: { ...headers, ...writtenHeader(versionId) }, ...(xml !== undefined && { xml }) };
  return withEncryption(call, encryption, answer);
}

/** The tags of the field tagging, which is an XML document, as the header that a PUT has them in. @throws S3Error */
export function taggingOf({ fields }: Pick<PostForm, "fields">): Record<string, string> {
  const text = fields.get("tagging");
  return text === undefined ? {} : { "x-amz-tagging": new URLSearchParams(tagsIn(readXml(text))).toString() };
}

function payloadOfForm({ request }: ObjectCall, form: PostForm, range: SizeRange): Payload {
  const md5 = createHash("md5");
  const expected = expectedChecksum(request);
  const contentMd5 = header(request, "content-md5");
  async function* bytes() {
    for await (const piece of limited(form.file, range)) {
      md5.update(piece);
      expected?.hasher.update(piece);
      yield piece;
    }
  }
  return {
    length: undefined,
    bytes: bytes(),
    digested() {
      const digest = md5.digest();
      if (contentMd5 !== undefined && contentMd5 !== digest.toString("base64"))
        throw new S3Error("BadDigest", "The MD5 of the file differs from Content-MD5.");
      return {
        md5: digest.toString("hex"),
        checksum: expected === undefined ? null : checkedChecksum(expected, new Map()),
      };
    },
  };
}
