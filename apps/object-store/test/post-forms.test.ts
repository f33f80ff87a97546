// Browser forms that upload to a bucket, signed as AWS documents it (Browser-based uploads using POST, SigV4).
import { GetObjectCommand, GetObjectTaggingCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { hmac, signingKey } from "@fulmar/core/object-store";
import { expect, test } from "vitest";
import { filesOf, refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, credentials, s3 } = await storeOfFile();

/** What AWS replaces by the name of the file. */
const FILE_NAME = "$" + "{filename}";

interface FormOptions {
  readonly as?: typeof credentials;
  readonly conditions?: readonly unknown[];
  readonly expiresInMs?: number;
}

/** Posts a form whose fields its policy allows as they are. */
async function post(
  Bucket: string,
  fields: Readonly<Record<string, string>>,
  file: string,
  { as = credentials, conditions = [], expiresInMs = 60_000 }: FormOptions = {},
): Promise<Response> {
  const at = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = { date: at.slice(0, 8), region: "eu-central-1", service: "s3" };
  const signing = {
    "x-amz-algorithm": "AWS4-HMAC-SHA256",
    "x-amz-credential": `${as.accessKeyId}/${scope.date}/eu-central-1/s3/aws4_request`,
    "x-amz-date": at,
  };
  const named = Object.entries({ ...fields, ...signing }).filter(([name]) => name !== "extra");
  const policy = {
    expiration: new Date(Date.now() + expiresInMs).toISOString(),
    conditions: [
      { bucket: Bucket },
      ...named.map(([name, value]) => ["eq", `$${name}`, value.replaceAll(FILE_NAME, "a.txt")]),
      ...conditions,
    ],
  };
  const text = Buffer.from(JSON.stringify(policy)).toString("base64");
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...signing, policy: text })) form.set(name, value);
  form.set("x-amz-signature", hmac(signingKey(as.secretAccessKey, scope), text).toString("hex"));
  form.set("file", new Blob([file]), "a.txt");
  return fetch(`${fixture.endpoint}/${Bucket}`, { method: "POST", body: form, redirect: "manual" });
}

async function outcome(answer: Promise<Response>): Promise<string> {
  const { status } = await answer;
  const code = /<Code>(\w+)</.exec(await (await answer).text())?.[1];
  return code === undefined ? String(status) : `${status} ${code}`;
}

test("an uploaded file is an object with the description of the form", async () => {
  const Bucket = await fixture.bucket();
  const tagging = "<Tagging><TagSet><Tag><Key>stage</Key><Value>new</Value></Tag></TagSet></Tagging>";
  const fields = {
    key: `user/${FILE_NAME}`,
    "content-type": "text/plain",
    "x-amz-meta-by": "form",
    tagging,
    success_action_status: "201",
  };
  const answer = await post(Bucket, fields, "hello");
  expect(answer.status).toBe(201);
  expect(await answer.text()).toContain(`<Key>user/a.txt</Key>`);
  const Key = "user/a.txt";
  const object = await s3.send(new GetObjectCommand({ Bucket, Key }));
  expect([await object.Body?.transformToString(), object.ContentType, object.Metadata]).toEqual([
    "hello",
    "text/plain",
    { by: "form" },
  ]);
  expect((await s3.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet).toEqual([
    { Key: "stage", Value: "new" },
  ]);
  await fixture.expectTrue(Bucket);
});

test("the page that the form names gets the browser back", async () => {
  const Bucket = await fixture.bucket();
  const answer = await post(Bucket, { key: "a", success_action_redirect: "https://app.example.com/done?x=1" }, "hello");
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toMatch(
    new RegExp(`^https://app.example.com/done\\?x=1&bucket=${Bucket}&key=a&etag=`),
  );
});

test("what the policy does not allow is refused, and leaves nothing behind", async () => {
  const Bucket = await fixture.bucket();
  const before = filesOf(fixture.dataDir);
  expect(await outcome(post(Bucket, { key: "a", extra: "x" }, "hello"))).toBe("403 AccessDenied");
  expect(await outcome(post(Bucket, { key: "a" }, "hello", { expiresInMs: -1 }))).toBe("403 AccessDenied");
  const range = ["content-length-range", 2, 4];
  expect(await outcome(post(Bucket, { key: "a" }, "hello", { conditions: [range] }))).toBe("400 EntityTooLarge");
  expect(await outcome(post(Bucket, { key: "a" }, "h", { conditions: [range] }))).toBe("400 EntityTooSmall");
  expect(await outcome(post(Bucket, { key: "a" }, "hell", { conditions: [range] }))).toBe("204");
  expect(await outcome(post(Bucket, { key: "b" }, "hello", { conditions: [["starts-with", "$key", "user/"]] }))).toBe(
    "403 AccessDenied",
  );
  expect(await refusal(s3.send(new HeadObjectCommand({ Bucket, Key: "b" })))).toBe("404 NotFound");
  expect(filesOf(fixture.dataDir).files).toHaveLength(before.files.length + 1);
  await fixture.expectSwept();
});

test("the key must have the right, the secret and the bucket", async () => {
  const Bucket = await fixture.bucket();
  const reader = await fixture.key({ permission: "read" });
  const other = await fixture.key({ bucket_names: [await fixture.bucket()] });
  const wrong = { ...credentials, secretAccessKey: "x".repeat(40) };
  expect(await outcome(post(Bucket, { key: "a" }, "hello", { as: reader }))).toBe("403 AccessDenied");
  expect(await outcome(post(Bucket, { key: "a" }, "hello", { as: other }))).toBe("403 AccessDenied");
  expect(await outcome(post(Bucket, { key: "a" }, "hello", { as: wrong }))).toBe("403 SignatureDoesNotMatch");
  expect(await outcome(post("absent-bucket", { key: "a" }, "hello"))).toBe("404 NoSuchBucket");
  const form = new FormData();
  form.set("key", "a");
  form.set("file", new Blob(["hello"]), "a.txt");
  expect(await outcome(fetch(`${fixture.endpoint}/${Bucket}`, { method: "POST", body: form }))).toBe(
    "403 AccessDenied",
  );
});
