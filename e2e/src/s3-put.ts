import { createHash, createHmac } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";
import { type Api, uniqueName } from "./fixtures.ts";
import { productUnderTest } from "./product.ts";
import { made } from "./vm.ts";

const SCOPE = "eu-central-1/s3/aws4_request";
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

/**
 * Puts an object as an S3 client does, with headers that no presigned URL has. It uses an access key of the test's own,
 * for that bucket only.
 */
export async function putByKey(
  api: Api,
  request: APIRequestContext,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const [bucket] = path.split("/");
  const key = await made(api, "/object-storage/access-keys", {
    name: uniqueName("put"),
    permission: "read_write",
    bucket_names: [bucket],
  });
  const host = `127.0.0.1:${productUnderTest().objectStorePort}`;
  const at = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = at.slice(0, 8);
  const all = Object.entries({
    ...headers,
    host,
    "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
    "x-amz-date": at,
  }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = all.map(([name]) => name).join(";");
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const canonical = [
    "PUT",
    `/${encoded}`,
    "",
    ...all.map(([name, value]) => `${name}:${value}`),
    "",
    names,
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", at, `${day}/${SCOPE}`, createHash("sha256").update(canonical).digest("hex")].join(
    "\n",
  );
  const signing = [day, ...SCOPE.split("/")].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${key.secret_access_key}`,
  );
  const signature = hmac(signing, text).toString("hex");
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${key.access_key_id}/${day}/${SCOPE},` +
    `SignedHeaders=${names},Signature=${signature}`;
  const answer = await request.put(`http://${host}/${encoded}`, {
    headers: { ...Object.fromEntries(all), authorization },
    data: "kept",
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
