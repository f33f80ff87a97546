// URLs presigned by Signature Version 2, as boto3 signs them for us-east-1 by default. The signatures here are made as
// AWS documents them (Authenticating requests, Signature Version 2), without the store's own code.
import { createHmac } from "node:crypto";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { storeOfFile } from "./store-fixture.ts";

const { fixture, credentials, s3 } = await storeOfFile();
const { accessKeyId, secretAccessKey } = credentials;

interface Signed {
  readonly method?: string;
  readonly seconds?: number;
  /** Parameters of the signed resource, in order. */
  readonly resource?: string;
  readonly type?: string;
  readonly amazon?: string;
}

function presigned(path: string, { method = "GET", seconds = 60, resource = "", type = "", amazon = "" }: Signed = {}) {
  const expires = String(Math.floor(Date.now() / 1000) + seconds);
  const text = [method, "", type, expires, `${amazon}${path}${resource === "" ? "" : `?${resource}`}`].join("\n");
  const query = new URLSearchParams({
    AWSAccessKeyId: accessKeyId,
    Expires: expires,
    Signature: createHmac("sha1", secretAccessKey).update(text).digest("base64"),
  });
  return `${fixture.endpoint}${path}?${resource === "" ? "" : `${resource}&`}${query}`;
}

async function outcome(url: string, init?: RequestInit): Promise<string> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  return `${answer.status} ${/<Code>(\w+)</.exec(text)?.[1] ?? text}`;
}

test("reads and writes objects until it expires", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "a b", Body: "hello" }));
  expect(await outcome(presigned(`/${Bucket}/a%20b`))).toBe("200 hello");
  expect(await outcome(presigned(`/${Bucket}/a%20b`, { seconds: -1 }))).toBe("403 AccessDenied");
  expect(await outcome(presigned(`/${Bucket}/a%20b`, { seconds: 8 * 86_400 }))).toBe("403 AccessDenied");
  const type = "text/plain";
  const put = presigned(`/${Bucket}/new`, { method: "PUT", type });
  expect(await outcome(put, { method: "PUT", body: "new", headers: { "content-type": type } })).toBe("200 ");
  expect(await (await s3.send(new GetObjectCommand({ Bucket, Key: "new" }))).Body?.transformToString()).toBe("new");
  expect((await fetch(presigned(`/${Bucket}`, { resource: "location" }))).status).toBe(200);
});

test("is bound to its method, its object, its parameters and its headers", async () => {
  const Bucket = await fixture.bucket();
  for (const Key of ["a", "b"]) await s3.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  const url = presigned(`/${Bucket}/a`);
  const refused = "403 SignatureDoesNotMatch";
  expect(await outcome(url, { method: "DELETE" })).toBe(refused);
  expect(await outcome(url.replace(/Signature=[^&]*/, `Signature=${encodeURIComponent("ü".repeat(28))}`))).toBe(
    refused,
  );
  expect(await outcome(url.replace("/a?", "/b?"))).toBe(refused);
  expect(await outcome(`${url}&response-content-type=text/html`)).toBe(refused);
  expect(await outcome(url.replace("?", "?acl&"))).toBe(refused);
  const put = presigned(`/${Bucket}/a`, { method: "PUT" });
  const copy = { "x-amz-copy-source": `/${Bucket}/b` };
  expect(await outcome(put, { method: "PUT", headers: copy })).toBe(refused);
  expect(await outcome(`${put}&x-amz-copy-source=${encodeURIComponent(`/${Bucket}/b`)}`, { method: "PUT" })).toBe(
    refused,
  );
  const inUrl = presigned(`/${Bucket}/c`, { method: "PUT", amazon: `x-amz-copy-source:/${Bucket}/b\n` });
  expect(
    await outcome(`${inUrl}&x-amz-copy-source=${encodeURIComponent(`/${Bucket}/b`)}`, { method: "PUT" }),
  ).toContain("200 ");
  expect(await outcome(presigned(`/${Bucket}/c`))).toBe("200 b");
});

test("is refused in a header, and where it is incomplete", async () => {
  const headers = { authorization: `AWS ${accessKeyId}:abc` };
  expect(await outcome(`${fixture.endpoint}/bucket/a`, { headers })).toBe("400 InvalidRequest");
  expect(await outcome(`${fixture.endpoint}/bucket/a?AWSAccessKeyId=${accessKeyId}&Signature=a`)).toBe(
    "403 AccessDenied",
  );
  expect(
    await outcome(`${fixture.endpoint}/bucket/a?AWSAccessKeyId=FK00000000000000AAAA&Signature=a&Expires=9999999999`),
  ).toBe("403 InvalidAccessKeyId");
});

test("a URL binds the type that it was signed for, and no other operation is added to it", async () => {
  const Bucket = await fixture.bucket();
  const url = `${presigned(`/${Bucket}/p.png`, { method: "PUT", type: "image/png" })}&content-type=image%2Fpng`;
  const upload = (type: string) => outcome(url, { method: "PUT", body: "<script>", headers: { "content-type": type } });
  expect(await upload("text/html")).toBe("403 SignatureDoesNotMatch");
  expect(await upload("image/png")).toBe("200 ");
  for (const name of [
    "publicAccessBlock",
    "encryption",
    "ownershipControls",
    "policyStatus",
    "attributes",
    "inventory",
  ])
    for (const method of ["GET", "PUT", "DELETE"])
      expect(await outcome(`${presigned(`/${Bucket}`, { method })}&${name}`, { method }), name).toBe(
        "403 AccessDenied",
      );
  expect(await outcome(`${presigned(`/${Bucket}`)}&list-type=2`)).toMatch(/^200/);
});
