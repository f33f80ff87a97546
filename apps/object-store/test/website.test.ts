import { request as httpRequest } from "node:http";
import {
  CopyObjectCommand,
  GetBucketWebsiteCommand,
  HeadObjectCommand,
  PutBucketWebsiteCommand,
  PutObjectCommand,
  type WebsiteConfiguration,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, s3 } = await storeOfFile();

interface Page {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly type: string | undefined;
  readonly policy: string | undefined;
  readonly body: string;
}

/** Asks a host of the store, as a browser does. */
function visit(host: string, path: string, method = "GET"): Promise<Page> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: "127.0.0.1", port: fixture.port, path, method, headers: { host } }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      answer.on("end", () => {
        const { location, "content-type": type, "content-security-policy": policy } = answer.headers;
        resolve({ status: answer.statusCode, location, type, policy: policy?.toString(), body });
      });
    });
    sent.on("error", reject).end();
  });
}

async function website(configuration: WebsiteConfiguration, isPublic = true) {
  const Bucket = await fixture.bucket({ is_public: isPublic });
  await s3.send(new PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration: configuration }));
  const put = (Key: string, Body: string, more = {}) =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: "text/html", ...more }));
  const host = `${Bucket}.s3-website.localhost`;
  return { Bucket, put, host, get: (path: string, method?: string) => visit(host, path, method) };
}

test("a website has an index for each folder, and its pages run scripts", async () => {
  const { put, get } = await website({ IndexDocument: { Suffix: "index.html" } });
  await put("index.html", "home");
  await put("docs/index.html", "docs");
  expect(await get("/")).toMatchObject({ status: 200, body: "home", type: "text/html", policy: undefined });
  expect(await get("/docs/")).toMatchObject({ status: 200, body: "docs" });
  expect(await get("/docs", "HEAD")).toMatchObject({ status: 302, body: "" });
  expect((await get("/docs")).location).toMatch(/^http:\/\/bucket-\w+\.s3-website\.localhost\/docs\/$/);
});

test("a missing page shows the error document with its status, or a page of the store", async () => {
  const { put, get } = await website({ IndexDocument: { Suffix: "i" }, ErrorDocument: { Key: "error.html" } });
  expect(await get("/absent")).toMatchObject({ status: 404, type: "text/html; charset=utf-8" });
  await put("error.html", "sorry");
  expect(await get("/absent")).toMatchObject({ status: 404, body: "sorry" });
  expect((await get("/absent", "POST")).status).toBe(405);
});

test("redirects follow rules by prefix and by error, and stay on their host", async () => {
  const { put, get, host } = await website({
    IndexDocument: { Suffix: "index.html" },
    RoutingRules: [
      { Condition: { KeyPrefixEquals: "old/" }, Redirect: { ReplaceKeyPrefixWith: "new/" } },
      {
        Condition: { HttpErrorCodeReturnedEquals: "404", KeyPrefixEquals: "shop/" },
        Redirect: { HostName: "shop.example", Protocol: "https", HttpRedirectCode: "307", ReplaceKeyWith: "sorry" },
      },
    ],
  });
  await put("shop/there", "there");
  expect(await get("/old/a%0d%0ab")).toMatchObject({ status: 301, location: `http://${host}/new/a%0D%0Ab` });
  expect((await visit("evil.example", `http://${host}/old/a`)).location).toBe(`http://${host}/new/a`);
  expect((await get("//evil.example/old")).location).toBeUndefined();
  expect(await get("/shop/there")).toMatchObject({ status: 200, body: "there" });
  expect(await get("/shop/absent")).toMatchObject({ status: 307, location: "https://shop.example/sorry" });
});

test("a website can redirect everything", async () => {
  const { get } = await website({ RedirectAllRequestsTo: { HostName: "www.example.com", Protocol: "https" } });
  expect(await get("/a/b%20c")).toMatchObject({ status: 301, location: "https://www.example.com/a/b%20c" });
});

test("an object may be a redirect, which copies do not take over", async () => {
  const { Bucket, put, get, host } = await website({ IndexDocument: { Suffix: "i" } });
  await put("moved", "", { WebsiteRedirectLocation: "/other" });
  expect(await get("/moved")).toMatchObject({ status: 301, location: `http://${host}/other`, body: "" });
  const head = async (Key: string) => (await s3.send(new HeadObjectCommand({ Bucket, Key }))).WebsiteRedirectLocation;
  expect(await head("moved")).toBe("/other");
  await s3.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/moved` }));
  expect(await head("copy")).toBeUndefined();
  expect(await refusal(put("wrong", "", { WebsiteRedirectLocation: "javascript:alert(1)" }))).toBe(
    "400 InvalidRedirectLocation",
  );
});

test("a website shows only what everyone may read, of a bucket that has one", async () => {
  const { put, get } = await website({ IndexDocument: { Suffix: "index.html" } }, false);
  await put("index.html", "secret");
  expect(await get("/")).toMatchObject({ status: 403 });
  expect((await get("/")).body).not.toContain("secret");
  const Bucket = await fixture.bucket({ is_public: true });
  expect((await visit(`${Bucket}.s3-website.localhost`, "/")).status).toBe(404);
  const { workspaceId } = await fixture.createTenant();
  expect((await visit(`${Bucket}.${workspaceId}.s3-website.localhost`, "/")).status).toBe(404);
});

test("wrong configurations are refused", async () => {
  const Bucket = await fixture.bucket();
  const put = (WebsiteConfiguration: WebsiteConfiguration) =>
    refusal(s3.send(new PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration })));
  expect(await put({})).toBe("400 InvalidArgument");
  expect(await put({ IndexDocument: { Suffix: "a/b" } })).toBe("400 InvalidArgument");
  expect(await put({ RedirectAllRequestsTo: { HostName: "a\r\nb" } })).toBe("400 InvalidRequest");
  expect(await put({ IndexDocument: { Suffix: "i" }, RoutingRules: [{ Redirect: { HttpRedirectCode: "200" } }] })).toBe(
    "400 InvalidRequest",
  );
  expect(await refusal(s3.send(new GetBucketWebsiteCommand({ Bucket })))).toBe("404 NoSuchWebsiteConfiguration");
});
