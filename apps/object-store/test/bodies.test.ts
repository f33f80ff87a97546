import { GetObjectCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { sha256 } from "@fulmar/core/s3-signing";
import { beforeEach, describe, expect, test } from "vitest";
import { answerTo, connection, type PutHeaders, signedPut } from "./signed-put.ts";
import { filesOf, refusal, storeOfFile } from "./store-fixture.ts";

const SIGNED = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
const UNSIGNED = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
/** The CRC32 of "hello world". */
const CRC32 = "DUoRhQ==";

const { fixture, credentials, s3 } = await storeOfFile({ idleMs: 4000 });
let Bucket: string;
beforeEach(async () => {
  Bucket = await fixture.bucket();
});

const put = (headers: PutHeaders) => signedPut(fixture, credentials, `/${Bucket}/key`, headers);
const send = async (...bytes: readonly string[]) => answerTo(await connection(fixture), ...bytes);

async function expectNothing() {
  expect(await refusal(s3.send(new HeadObjectCommand({ Bucket, Key: "key" })))).toBe("404 NotFound");
  await expect.poll(() => filesOf(fixture.dataDir).incoming).toEqual([]);
  await fixture.expectTrue(Bucket);
}

async function expectHello() {
  expect(await (await s3.send(new GetObjectCommand({ Bucket, Key: "key" }))).Body?.transformToString()).toBe(
    "hello world",
  );
}

describe("a body in signed chunks", () => {
  const headers = {
    "x-amz-content-sha256": SIGNED,
    "x-amz-decoded-content-length": "11",
    "content-encoding": "aws-chunked",
    "transfer-encoding": "chunked",
  };
  /** The same body again in HTTP chunks. */
  const framed = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

  test("200 however the HTTP chunks divide it", async () => {
    const { head, chunk } = put(headers);
    const body = `${chunk("hello ")}${chunk("world")}${chunk("")}\r\n`;
    expect(await send(head, ...(body.match(/[\s\S]{1,7}/g)?.map(framed) ?? []), "0\r\n\r\n")).toBe("200");
    await expectHello();
    expect((await s3.send(new HeadObjectCommand({ Bucket, Key: "key" }))).ContentEncoding).toBeUndefined();
  });

  test("403 SignatureDoesNotMatch for a changed body, and nothing is stored", async () => {
    const { head, chunk } = put(headers);
    const body = `${chunk("hello ")}${chunk("world").replace("world", "World")}${chunk("")}\r\n`;
    expect(await send(head, framed(body), "0\r\n\r\n")).toBe("403 SignatureDoesNotMatch");
    await expectNothing();
  });

  test("403 or 400 for reordered, missing or malformed chunks, and nothing is stored", async () => {
    const one = put(headers);
    const [hello, world] = [one.chunk("hello "), one.chunk("world")];
    expect(await send(one.head, framed(world + hello + one.chunk("")), "0\r\n\r\n")).toBe("403 SignatureDoesNotMatch");
    const two = put(headers);
    expect(await send(two.head, framed(`${two.chunk("hello ")}${two.chunk("")}\r\n`), "0\r\n\r\n")).toBe(
      "400 IncompleteBody",
    );
    const three = put(headers);
    expect(await send(three.head, framed("not a chunk\r\n"), "0\r\n\r\n")).toBe("400 IncompleteBody");
    await expectNothing();
  });

  test("200 with signed trailers; 403 for a changed trailer", async () => {
    const trailing = {
      ...headers,
      "x-amz-content-sha256": `${SIGNED}-TRAILER`,
      "x-amz-trailer": "x-amz-checksum-crc32",
    };
    const good = put(trailing);
    const body = good.chunk("hello world") + good.chunk("");
    expect(await send(good.head, framed(body + good.trailer({ "x-amz-checksum-crc32": CRC32 })), "0\r\n\r\n")).toBe(
      "200",
    );
    await expectHello();
    const bad = put(trailing);
    const changed =
      bad.chunk("hello world") +
      bad.chunk("") +
      bad.trailer({ "x-amz-checksum-crc32": CRC32 }).replace(CRC32, "AAAAAA==");
    expect(await send(bad.head, framed(changed), "0\r\n\r\n")).toBe("403 SignatureDoesNotMatch");
  });
});

test.each([
  [CRC32, "200"],
  ["AAAAAA==", "400 BadDigest"],
])("a trailing checksum %s is answered %s", async (checksum, answer) => {
  const body = `b\r\nhello world\r\n0\r\nx-amz-checksum-crc32:${checksum}\r\n\r\n`;
  const { head } = put({
    ...{
      "x-amz-content-sha256": UNSIGNED,
      "x-amz-decoded-content-length": "11",
      "x-amz-trailer": "x-amz-checksum-crc32",
    },
    ...{ "content-encoding": "aws-chunked", "content-length": String(body.length) },
  });
  expect(await send(head, body)).toBe(answer);
  await (answer === "200" ? expectHello() : expectNothing());
});

test.each([
  ["no line", "b\r\nhello world\r\n0\r\n", "400 BadDigest"],
  ["a line without an end", `b\r\nhello world\r\n0\r\nx-amz-checksum-crc32:${CRC32}`, "200"],
  ["a line that is cut off", `b\r\nhello world\r\n0\r\nx-amz-checksum-crc32:${CRC32.slice(0, 4)}`, "400 BadDigest"],
  ["no last line", `b\r\nhello world\r\n0\r\nx-amz-checksum-crc32:${CRC32}\r\n`, "200"],
  ["a line without a colon", "b\r\nhello world\r\n0\r\nx-amz", "400 IncompleteBody"],
])("a trailer of %s ends where the body does, and holds up nobody", async (_, body, answer) => {
  const { head } = put({
    ...{ "x-amz-content-sha256": UNSIGNED, "x-amz-decoded-content-length": "11" },
    ...{ "x-amz-trailer": "x-amz-checksum-crc32", "content-length": String(body.length) },
  });
  expect(await send(head, body)).toBe(answer);
});

describe("a plain body", () => {
  const hash = sha256("hello world");

  test("200 with the signed hash", async () => {
    expect(await send(put({ "x-amz-content-sha256": hash, "content-length": "11" }).head, "hello world")).toBe("200");
    await expectHello();
  });

  test("200 in chunks of HTTP, without a length", async () => {
    const { head } = put({ "x-amz-content-sha256": hash, "transfer-encoding": "chunked" });
    expect(await send(head, "6\r\nhello \r\n5\r\nworld\r\n0\r\n\r\n")).toBe("200");
    await expectHello();
  });

  test("400 or 411 for a wrong hash, a wrong MD5 or no length, and nothing is stored", async () => {
    expect(await send(put({ "x-amz-content-sha256": hash, "content-length": "11" }).head, "hello World")).toBe(
      "400 XAmzContentSHA256Mismatch",
    );
    const md5 = { "content-md5": "AAAAAAAAAAAAAAAAAAAAAA==", "x-amz-content-sha256": hash, "content-length": "11" };
    expect(await send(put(md5).head, "hello world")).toBe("400 BadDigest");
    expect(await send(put({ "x-amz-content-sha256": hash, "transfer-encoding": "chunked" }).head, "0\r\n\r\n")).toBe(
      "400 XAmzContentSHA256Mismatch",
    );
    expect(await send(put({ "x-amz-content-sha256": hash }).head)).toBe("411 MissingContentLength");
    await expectNothing();
  });

  test("400 EntityTooLarge and 403 AccessDenied before the body is sent", async () => {
    const large = {
      "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
      "content-length": String(5 * 1024 ** 3 + 1),
      expect: "100-continue",
    };
    expect(await send(put(large).head)).toBe("400 EntityTooLarge");
    const reader = await fixture.key({ permission: "read" });
    const { head } = signedPut(fixture, reader, `/${Bucket}/key`, { ...large, "content-length": "1000000" });
    expect(await send(head)).toBe("403 AccessDenied");
    await expectNothing();
  });

  test("an incomplete body is not stored, whether the client stalls or disconnects", async () => {
    const { head } = put({ "x-amz-content-sha256": hash, "content-length": "11" });
    expect(await send(head, "hello ")).toBe("closed");
    await expectNothing();
    const socket = await connection(fixture);
    // A small body is complete before it has a file.
    socket.write(`${put({ "x-amz-content-sha256": hash, "content-length": String(1024 ** 2) }).head}hello `);
    await expect.poll(() => filesOf(fixture.dataDir).incoming).toHaveLength(1);
    socket.destroy();
    await expectNothing();
  });
});
