import { expect, test } from "vitest";
import { codeOf } from "./form-fixture.ts";
import { headersOf } from "./form-headers.ts";

const headers = (fields: Readonly<Record<string, string>>) => headersOf(new Map(Object.entries(fields)));

test("fields about the object become headers, and others do not", () => {
  const about = {
    "cache-control": "no-cache",
    "content-disposition": "inline",
    "content-encoding": "gzip",
    "content-type": "image/png",
    expires: "Tue, 01 Jan 2030 12:00:00 GMT",
    "x-amz-checksum-sha256": "abc=",
    "x-amz-meta-a": "v",
    "x-amz-object-lock-mode": "GOVERNANCE",
    "x-amz-storage-class": "STANDARD",
  };
  const others = {
    key: "k",
    policy: "p",
    host: "h",
    "content-length": "1",
    "if-none-match": "*",
    "x-amz-algorithm": "AWS4-HMAC-SHA256",
    "x-amz-bypass-governance-retention": "true",
    "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
    "x-amz-copy-source": "/a/b",
    "x-amz-date": "20300101T000000Z",
    "x-amz-metadata-directive": "COPY",
    "x-ignore-a": "v",
  };
  expect(headers({ ...about, ...others, acl: "private" })).toEqual({ ...about, "x-amz-acl": "private" });
});

test("other characters than ASCII are read as Node reads them in headers", () => {
  expect(headers({ "x-amz-meta-a": "ä" })).toEqual({ "x-amz-meta-a": Buffer.from("ä").toString("latin1") });
});

test.each([
  ["a line break", { "x-amz-meta-a": "a\r\nb" }],
  ["NUL", { "content-type": "a\0" }],
  ["a name with a space", { "x-amz-meta-a b": "v" }],
  ["a name with a line break", { "x-amz-meta-a\n": "v" }],
])("%s is refused", async (_, fields) => {
  expect(await codeOf(() => headers(fields))).toBe("InvalidArgument");
});
