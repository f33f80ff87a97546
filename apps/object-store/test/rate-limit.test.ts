import { randomBytes } from "node:crypto";
import { GetObjectCommand, ListBucketsCommand, PutObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { HOLD_MS } from "../src/rate-limits.ts";
import { refusal, storeOfFile } from "./store-fixture.ts";

const BURST = 20;
const { fixture, s3 } = await storeOfFile({
  environment: {
    FULMAR_OBJECT_RATE_LIMIT: "1",
    FULMAR_OBJECT_RATE_BURST: String(BURST),
    FULMAR_FAILURE_LIMIT: "1",
    FULMAR_FAILURE_BURST: String(BURST),
    FULMAR_TRUSTED_PROXIES: "127.0.0.1",
  },
});

/** Many more requests than the store gives back while they are sent. */
const MANY = 200;

/** The answers to requests that are sent at once, counted. */
async function counted(send: () => Promise<string>): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const answer of await Promise.all(Array.from({ length: MANY }, send)))
    counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

/** An unsigned or presigned request of a client behind the trusted proxy. */
async function plain(path: string, client: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(new URL(path, fixture.endpoint), { headers: { "x-forwarded-for": client, ...headers } });
  const text = await response.text();
  const code = /<Code>(\w+)</.exec(text)?.[1];
  if (code === "SlowDown") expect(response.headers.get("retry-after")).toBe("1");
  return [String(response.status), code].filter((part) => part !== undefined).join(" ");
}

/** Sends requests until one is refused: the store gives one back each second. */
async function firstRefusal(send: () => Promise<unknown>): Promise<S3ServiceException> {
  for (let request = 0; request < BURST; request++) {
    const answer = await send().catch((error: unknown) => error);
    if (answer instanceof S3ServiceException) return answer;
  }
  throw new Error("the key is not asked to slow down");
}

test("an access key that exceeds its burst is asked to slow down, and another one is not", async () => {
  const hurried = fixture.client(await fixture.key());
  const counts = await counted(() => refusal(hurried.send(new ListBucketsCommand({}))));
  expect(counts["no refusal"]).toBeGreaterThanOrEqual(BURST);
  expect(counts["503 SlowDown"]).toBeGreaterThan(MANY / 2);
  expect(await refusal(s3.send(new ListBucketsCommand({})))).toBe("no refusal");
  const refused = await firstRefusal(() => hurried.send(new ListBucketsCommand({})));
  expect(refused.$response?.headers["retry-after"]).toBe("1");
  expect(refused.message).toBe("Too many requests with this access key; wait as long as Retry-After says.");
});

test("an organization has five times the rate of a key, however many keys it has", async () => {
  const tenant = await fixture.createTenant();
  let granted = 0;
  let refused = "";
  while (!refused.startsWith("Too many requests with access keys of this organization")) {
    const one = fixture.client(await fixture.key({}, tenant));
    refused = "";
    while (refused === "") {
      const answer = await one.send(new ListBucketsCommand({})).catch((error: unknown) => error);
      if (answer instanceof S3ServiceException) refused = answer.message;
      else granted++;
    }
    expect(granted).toBeLessThan(10 * MANY);
  }
  expect(granted).toBeGreaterThanOrEqual(5 * BURST);
  const another = fixture.client(await fixture.key({}, await fixture.createTenant()));
  expect(await refusal(another.send(new ListBucketsCommand({})))).toBe("no refusal");
});

test("an SDK that retries gets through", async () => {
  const own = await fixture.key();
  const first = fixture.client(own);
  await counted(() => refusal(first.send(new ListBucketsCommand({}))));
  const patient = fixture.client(own, { maxAttempts: 10 });
  expect(await refusal(patient.send(new ListBucketsCommand({})))).toBe("no refusal");
});

test("unsigned requests are limited by the address that they come from", async () => {
  const counts = await counted(() => plain("/1:photos/cat.jpg", "198.51.100.1"));
  expect(counts["403 AccessDenied"]).toBeGreaterThanOrEqual(BURST);
  expect(counts["503 SlowDown"]).toBeGreaterThan(MANY / 2);
  expect(await plain("/1:photos/cat.jpg", "198.51.100.2")).toBe("403 AccessDenied");
  const unreadable = { authorization: "AWS4-HMAC-SHA256 Credential=x" };
  expect(await plain("/", "198.51.100.1", unreadable)).toBe("503 SlowDown");
  expect(await plain("/", "198.51.100.2", unreadable)).toBe("400 AuthorizationHeaderMalformed");
});

test("a visitor who is asked to slow down waits for the answer, and others do not wait for it", async () => {
  const visitor = "198.51.100.5";
  await counted(() => plain("/1:photos/cat.jpg", visitor));
  const began = performance.now();
  const refused = Array.from({ length: 10 }, () => plain("/1:photos/cat.jpg", visitor));
  expect(await plain("/1:photos/cat.jpg", "198.51.100.6")).toBe("403 AccessDenied");
  expect(await Promise.all(refused)).toContain("503 SlowDown");
  // A timer of Node may fire a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(HOLD_MS - 2);
});

test("forged requests use up the rate of their address, and not that of the key whose id they name", async () => {
  const victim = await fixture.key();
  const theirs = fixture.client(victim);
  expect(await refusal(theirs.send(new ListBucketsCommand({})))).toBe("no refusal");
  const forged = fixture.client({ ...victim, secretAccessKey: "wrong" });
  const url = await getSignedUrl(forged, new GetObjectCommand({ Bucket: "photos", Key: "cat.jpg" }));
  const counts = await counted(() => plain(url, "198.51.100.3"));
  expect(counts["403 SignatureDoesNotMatch"]).toBeGreaterThanOrEqual(BURST);
  expect(counts["503 SlowDown"]).toBeGreaterThan(MANY / 2);
  for (let sent = 0; sent < 5; sent++)
    expect(await refusal(theirs.send(new ListBucketsCommand({})))).toBe("no refusal");
});

test("presigned URLs that strangers use a lot leave the key's own requests alone", async () => {
  const owner = await fixture.key();
  const theirs = fixture.client(owner);
  const Bucket = await fixture.bucket();
  await theirs.send(new PutObjectCommand({ Bucket, Key: "a", Body: "a" }));
  const url = await getSignedUrl(theirs, new GetObjectCommand({ Bucket, Key: "a" }));
  const counts = await counted(() => plain(url, "198.51.100.4"));
  expect(counts["200"]).toBeGreaterThanOrEqual(BURST);
  expect(counts["503 SlowDown"]).toBeGreaterThan(MANY / 2);
  expect(await refusal(theirs.send(new GetObjectCommand({ Bucket, Key: "a" })))).toBe("no refusal");
});

test("a large object is one request, however many bytes it has", async () => {
  const own = fixture.client(await fixture.key());
  const Bucket = await fixture.bucket();
  const Body = randomBytes(32 * 1024 * 1024);
  await own.send(new PutObjectCommand({ Bucket, Key: "large", Body }));
  const { Body: read } = await own.send(new GetObjectCommand({ Bucket, Key: "large" }));
  expect(Buffer.from((await read?.transformToByteArray()) ?? []).equals(Body)).toBe(true);
});
