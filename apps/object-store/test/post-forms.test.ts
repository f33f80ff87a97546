// Browser forms that upload to a bucket, signed as AWS documents it (Browser-based uploads using POST, SigV4).
import { GetObjectCommand, GetObjectTaggingCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { FILE_NAME, formPoster } from "./post-form.ts";
import { filesOf, refusal, storeOfFile } from "./store-fixture.ts";

const { fixture, credentials, s3 } = await storeOfFile();

const post = formPoster(fixture, credentials);

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
