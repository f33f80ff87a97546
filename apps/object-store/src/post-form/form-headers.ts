import { S3Error } from "../protocol/s3-error.ts";
import type { PostForm } from "./read-form.ts";

const HEADERS = [
  /^(?:cache-control|content-(?:disposition|encoding|language|md5|type)|expires)$/,
  /^x-amz-(?:acl|storage-class|website-redirect-location)$/,
  /^x-amz-(?:checksum|grant|meta|object-lock|sdk-checksum|server-side-encryption)(?:-|$)/,
];

/**
 * The headers that a PUT of the same object would have. AWS: fields stand for them, and acl for x-amz-acl. The headers
 * of the POST itself say nothing about the object, since no policy covers them.
 * @throws S3Error when a field cannot be a header
 */
export function headersOf(fields: PostForm["fields"]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [field, text] of fields) {
    const name = field === "acl" ? "x-amz-acl" : field;
    if (!HEADERS.some((pattern) => pattern.test(name))) continue;
    // As Node reads headers: one character for each byte of the UTF-8.
    const value = Buffer.from(text).toString("latin1");
    if (!/^[\w.-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new S3Error("InvalidArgument", `The field ${field} must be valid as a header, with one line of text.`);
    headers[name] = value;
  }
  return headers;
}
