import { uriEncode } from "@fulmar/core/s3-signing";
import type { Answer } from "../operations/call.ts";
import { document } from "../protocol/xml.ts";
import type { PostForm } from "./read-form.ts";

/** The new object. */
interface Posted {
  readonly bucket: string;
  readonly key: string;
  readonly etag: string;
  /** The object's URL, percent-encoded. */
  readonly location: string;
}

/**
 * The answer to an upload. AWS: success_action_redirect comes first, and is ignored if it is no URL; then
 * success_action_status, where 201 has a document, and what is not 200 or 201 is 204.
 */
export function successOf(fields: PostForm["fields"], posted: Posted): Pick<Answer, "status" | "headers" | "xml"> {
  const { bucket, key, location } = posted;
  const etag = `"${posted.etag.replaceAll('"', "")}"`;
  const redirect = redirectOf(fields.get("success_action_redirect"), { bucket, key, etag });
  if (redirect !== undefined) return { status: 303, headers: { etag, location: redirect } };
  const headers = { etag, location };
  const status = fields.get("success_action_status");
  if (status === "200") return { status: 200, headers };
  if (status !== "201") return { status: 204, headers };
  // AWS gives this document no namespace, and clients look for its elements without one.
  const xml = document("PostResponse", { Location: location, Bucket: bucket, Key: key, ETag: etag });
  return { status: 201, headers, xml: xml.replace(/ xmlns="[^"]*"/, "") };
}

function redirectOf(target: string | undefined, about: Readonly<Record<string, string>>): string | undefined {
  if (target === undefined || !/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const url = new URL(target);
  const query = Object.entries(about).map(([name, value]) => `${name}=${uriEncode(value)}`);
  url.search = [url.search.slice(1), ...query].filter((part) => part !== "").join("&");
  return url.href;
}
