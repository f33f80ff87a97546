import { request as httpRequest } from "node:http";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { storeOfFile } from "./store-fixture.ts";

const { fixture, s3, credentials } = await storeOfFile();

/** Asks the store at its address, whatever host the URL names. */
function ask(url: URL): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const { pathname, search, host } = url;
    const to = { host: "127.0.0.1", port: fixture.port, path: pathname + search, headers: { host } };
    httpRequest(to, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      answer.on("end", () => resolve({ status: answer.statusCode, body }));
    })
      .on("error", reject)
      .end();
  });
}

test("a bucket has a host of its own below the domain", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "a/b", Body: "here" }));
  const byHost = fixture.client(credentials, {
    endpoint: `http://s3.localhost:${fixture.port}`,
    forcePathStyle: false,
  });
  const url = new URL(await getSignedUrl(byHost, new GetObjectCommand({ Bucket, Key: "a/b" })));
  expect(url.hostname).toBe(`${Bucket}.s3.localhost`);
  expect(await ask(url)).toEqual({ status: 200, body: "here" });
  // The host is signed: the URL opens no other bucket.
  const other = await fixture.bucket();
  expect((await ask(new URL(url.href.replace(Bucket, other)))).body).toContain("SignatureDoesNotMatch");
});

test("a public bucket is addressed with its workspace, too", async () => {
  const Bucket = await fixture.bucket({ is_public: true });
  await s3.send(new PutObjectCommand({ Bucket, Key: "readyz", Body: "an object" }));
  const { workspaceId } = fixture.tenant;
  expect(await ask(new URL(`http://${Bucket}.s3.localhost/readyz`))).toEqual({ status: 200, body: "an object" });
  expect((await ask(new URL(`http://${Bucket}.${workspaceId}.s3.localhost/readyz`))).status).toBe(200);
  expect((await ask(new URL(`http://${Bucket}.999.s3.localhost/readyz`))).status).toBe(403);
});
