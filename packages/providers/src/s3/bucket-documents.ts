import { createHash } from "node:crypto";
import { isRefusal, type RgwClient } from "../rgw/signed-request.ts";

/** A setting of a bucket that is one document of S3, by the parameter that names it. */
export type BucketDocument = "cors" | "lifecycle" | "tagging";

const ABSENT = ["NoSuchCORSConfiguration", "NoSuchLifecycleConfiguration", "NoSuchTagSet", "NoSuchTagSetError"];

/** The document of a setting. Undefined if there is none. */
export async function readDocument(
  client: RgwClient,
  bucketName: string,
  document: BucketDocument,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await client.send({ method: "GET", path: `/${bucketName}`, query: { [document]: "" } }, signal)).text;
  } catch (error) {
    if (isRefusal(error, ...ABSENT)) return undefined;
    throw error;
  }
}

/** Replaces the document of a setting, or removes it where it is undefined. */
export async function putDocument(
  client: RgwClient,
  bucketName: string,
  document: BucketDocument,
  body: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const place = { path: `/${bucketName}`, query: { [document]: "" } };
  if (body === undefined) await client.send({ ...place, method: "DELETE" }, signal);
  else await client.send({ ...place, method: "PUT", headers: md5Of(body), body }, signal);
}

/** The checksum header that S3 wants of documents. */
export function md5Of(text: string): { readonly "content-md5": string } {
  return { "content-md5": createHash("md5").update(text).digest("base64") };
}
