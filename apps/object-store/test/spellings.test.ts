// Values in spellings that clients of S3 send: ranges, dates, sources of copies, documents and targets.
import { createHash, randomUUID } from "node:crypto";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { PutBucketPolicyCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeAll, describe, expect, test } from "vitest";
import { md5Header, signedSender } from "./signed-send.ts";
import { storeOfFile } from "./store-fixture.ts";

const { fixture, credentials, s3 } = await storeOfFile();
let bucket: string;
beforeAll(async () => {
  bucket = await fixture.bucket({ is_public: true, object_lock_enabled: true });
  await put("o", "0123456789");
});

async function put(key: string, body: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
}

const send = signedSender(fixture, credentials);
const messageOf = (text: string) => /<Message>([^<]*)</.exec(text)?.[1] ?? text;

const object = (key = "o") => `/${bucket}/${key}`;

describe("a range", () => {
  const MD5 = `"${createHash("md5").update("0123456789").digest("hex")}"`;
  test.each([
    ["bytes=5-9223372036854775807", {}, "206 56789"],
    ["bytes=0000000000000000005-6", {}, "206 56"],
    [`bytes=5-${"9".repeat(400)}`, {}, "206 56789"],
    [`bytes=${"9".repeat(400)}-`, {}, "416 InvalidRange"],
    [`bytes=-${"9".repeat(400)}`, {}, "206 0123456789"],
    ["bytes=0-1", { "if-range": MD5 }, "206 01"],
    ["bytes=0-1", { "if-range": `W/${MD5}` }, "200 0123456789"],
    ["bytes=0-1", { "if-range": '"other"' }, "200 0123456789"],
    ["bytes=0-1", { "if-range": "junk" }, "200 0123456789"],
    ["bytes=0-1", { "if-range": "Fri, 01 Jan 2100 00:00:00 GMT" }, "200 0123456789"],
  ])("%.40s with %o: %s", async (range, headers, expected) => {
    expect(await send("GET", object(), { headers: { range, ...headers } })).toBe(expected);
  });

  test("is answered where If-Range is the date of Last-Modified, also without a signature", async () => {
    const { headers } = await fetch(`${fixture.endpoint}${object()}`, { method: "HEAD" });
    const date = headers.get("last-modified") ?? "";
    const statuses = [date, new Date(Date.parse(date) + 1000).toUTCString()].map(async (condition) => {
      const answer = await fetch(`${fixture.endpoint}${object()}`, {
        headers: { range: "bytes=0-1", "if-range": condition },
      });
      await answer.text();
      return answer.status;
    });
    expect(await Promise.all(statuses)).toEqual([206, 200]);
  });
});

test.each([
  ["Fri, 01 Jan 2100 00:00:00 GMT", 304],
  ["Friday, 01-Jan-60 00:00:00 GMT", 304],
  ["Fri Jan  1 00:00:00 2100", 304],
  ["2100-01-01", 200],
  ["2100-01-01T00:00:00Z", 200],
  ["Mon, 30 Feb 2100 00:00:00 GMT", 200],
  ["Fri, 01 Jan 2100 24:00:00 GMT", 200],
  ["Sat, 01 Jan 2000 00:00:00 GMT", 200],
])("If-Modified-Since: %s: %i", async (date, status) => {
  expect(await send("GET", object(), { headers: { "if-modified-since": date } })).toMatch(new RegExp(`^${status}`));
});

test.each([
  ["as S3 documents it", (source: string) => `/${source}`],
  ["without the first slash", (source: string) => source],
  ["encoded as a whole", (source: string) => encodeURIComponent(source)],
  ["encoded as a whole, with the first slash", (source: string) => encodeURIComponent(`/${source}`)],
  ["with a version", (source: string) => `${encodeURIComponent(source)}?versionId=`],
])("a copy is taken from a source %s", async (_, spelled) => {
  await put("a folder/ü + %", "copied");
  const head = await fetch(`${fixture.endpoint}${object("a%20folder/%C3%BC%20%2B%20%25")}`, { method: "HEAD" });
  const encoded = spelled(`${bucket}/a folder/ü + %`).replaceAll(/[ ü+]/g, encodeURIComponent).replace(/%$/, "%25");
  const version = encoded.endsWith("=") ? head.headers.get("x-amz-version-id") : "";
  const target = randomUUID();
  expect(await send("PUT", object(target), { headers: { "x-amz-copy-source": `${encoded}${version}` } })).toMatch(
    /^200/,
  );
  expect(await send("GET", object(target))).toBe("200 copied");
});

test.each([
  ["an absent bucket", "absent-bucket/o", false, "404 NoSuchBucket"],
  ["a name that no bucket has", "NO_BUCKET/o", false, "404 NoSuchBucket"],
  ["an absent bucket, by a key for another one", "absent-bucket/o", true, "403 AccessDenied"],
])("a copy from %s: %s", async (_, source, isLimited, expected) => {
  const as = isLimited ? await fixture.key({ bucket_names: [bucket] }) : credentials;
  const headers = { "x-amz-copy-source": source };
  expect(await send("PUT", object(randomUUID()), { headers }, as)).toBe(expected);
  const part = `${object("parts")}?partNumber=1&uploadId=${await begun("parts")}`;
  expect(await send("PUT", part, { headers }, as)).toBe(expected);
});

/** The id of a multipart upload that has just begun. */
async function begun(key: string): Promise<string> {
  const text = await send("POST", `${object(key)}?uploads`);
  return /<UploadId>([^<]+)</.exec(text)?.[1] ?? "";
}

test("an upload is aborted once", async () => {
  const upload = `${object("aborted")}?uploadId=${await begun("aborted")}`;
  expect(await send("DELETE", upload)).toBe("204");
  expect(await send("DELETE", upload)).toBe("404 NoSuchUpload");
});

test.each([["list-type=2&max-keys"], ["max-keys"], ["versions&max-keys"], ["uploads&max-uploads"]])(
  "?%s takes the numbers of S3",
  async (name) => {
    const answers = ["2147483647", "0000000000002147483647", "1", "2147483648", "9".repeat(400), "-1", "1.5", "x"].map(
      (value) => send("GET", `/${bucket}?${name}=${value}`),
    );
    expect((await Promise.all(answers)).map((answer) => answer.slice(0, 19))).toEqual([
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^200 /)),
      ...Array.from({ length: 5 }, () => "400 InvalidArgument"),
    ]);
  },
);

test("the marks and counts of parts are numbers of S3, too", async () => {
  const upload = `${object("counted")}?uploadId=${await begun("counted")}`;
  for (const name of ["max-parts", "part-number-marker"]) {
    expect(await send("GET", `${upload}&${name}=2147483647`)).toMatch(/^200 /);
    expect(await send("GET", `${upload}&${name}=2147483648`)).toBe("400 InvalidArgument");
  }
});

describe("x-amz-sdk-checksum-algorithm", () => {
  const crc32 = { "x-amz-checksum-crc32": "Dw+TRA==" };
  test.each([
    ["of the checksum that is sent", { ...crc32, "x-amz-sdk-checksum-algorithm": "CRC32" }, "200"],
    ["without a checksum", { "x-amz-sdk-checksum-algorithm": "SHA256" }, "200"],
    ["of another checksum", { ...crc32, "x-amz-sdk-checksum-algorithm": "SHA256" }, "400 InvalidRequest"],
    ["that nobody knows, of a checksum", { ...crc32, "x-amz-sdk-checksum-algorithm": "MD6" }, "400 InvalidRequest"],
  ])("%s: %s", async (_, headers, expected) => {
    expect(await send("PUT", object(randomUUID()), { headers, body: "o" })).toBe(expected);
    const upload = `${object("summed")}?partNumber=1&uploadId=${await begun("summed")}`;
    expect(await send("PUT", upload, { headers, body: "o" })).toBe(expected);
  });
});

describe("a document", () => {
  const tagging = (key: string, value = "v") =>
    `<Tagging><TagSet><Tag><Key>${key}</Key><Value>${value}</Value></Tag></TagSet></Tagging>`;
  test.each([
    ["CDATA", tagging("<![CDATA[k]]>"), "200"],
    ["CDATA amid text", tagging("a<![CDATA[<&]]>b"), "200"],
    ["an encoding in capitals", `<?xml version="1.0" encoding="UTF-8"?>${tagging("k")}`, "200"],
    ["a mark of its byte order", `\ufeff${tagging("k")}`, "200"],
    ["half a surrogate pair", tagging("k", "&#xD800;"), "400 MalformedXML"],
    ["the other half", tagging("&#xDFFF;"), "400 MalformedXML"],
    ["a pair of references", tagging("&#xD83D;&#xDE00;"), "400 MalformedXML"],
    ["no character", tagging("k", "&#xFFFF;"), "400 MalformedXML"],
    ["NUL", tagging("k", "&#0;"), "400 MalformedXML"],
    ["a number beyond Unicode", tagging("k", "&#x110000;"), "400 MalformedXML"],
    ["a control character in a tag", tagging("k", "&#1;"), "400 InvalidTag"],
    ["another encoding", `<?xml version="1.0" encoding="ISO-8859-1"?>${tagging("k")}`, "400 MalformedXML"],
    ["an end of CDATA that is missing", tagging("<![CDATA[k"), "400 MalformedXML"],
    ["more than 64 KiB", tagging("k").replace("<TagSet>", `<!--${"x".repeat(65_536)}--><TagSet>`), "400 MalformedXML"],
  ])("with %s: %s", async (_, body, expected) => {
    expect(await send("PUT", `${object()}?tagging`, { body })).toBe(expected);
  });

  const rule = (action: string) =>
    "<LifecycleConfiguration><Rule><ID>r</ID><Filter><Prefix>none/</Prefix></Filter>" +
    `<Status>Enabled</Status>${action}</Rule></LifecycleConfiguration>`;
  const days = (count: string) => rule(`<Expiration><Days>${count}</Days></Expiration>`);
  const lock = (text: string) =>
    `<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled>${text}</ObjectLockConfiguration>`;
  const retention = "<DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention>";
  const page = "<IndexDocument><Suffix>i</Suffix></IndexDocument>";
  test.each([
    ["Days", "?lifecycle", days("1</Days><Days>2"), "The element Expiration must have one Days, not several."],
    [
      "the actions of a rule",
      "?lifecycle",
      days("1").replace(/<Expiration>.*<.Expiration>/, "$&$&"),
      "The element Rule must have one Expiration, not several.",
    ],
    [
      "the ID of a rule",
      "?lifecycle",
      days("1").replace("<ID>r</ID>", "$&$&"),
      "The element Rule must have one ID, not several.",
    ],
    [
      "the value of a tag",
      "/o?tagging",
      tagging("k", "v</Value><Value>w"),
      "The element Tag must have one Value, not several.",
    ],
    [
      "the tags",
      "/o?tagging",
      tagging("k").replace(/<TagSet>.*<.TagSet>/, "$&$&"),
      "The element Tagging must have one TagSet, not several.",
    ],
    [
      "the rule of a lock",
      "?object-lock",
      lock(`<Rule>${retention}${retention}</Rule>`),
      "The element Rule must have one DefaultRetention, not several.",
    ],
    [
      "the mode of a retention",
      "/o?retention",
      "<Retention><Mode>GOVERNANCE</Mode><Mode>COMPLIANCE</Mode>" +
        "<RetainUntilDate>2099-01-01T00:00:00Z</RetainUntilDate></Retention>",
      "The element Retention must have one Mode, not several.",
    ],
    [
      "the status of a hold",
      "/o?legal-hold",
      "<LegalHold><Status>OFF</Status><Status>ON</Status></LegalHold>",
      "The element LegalHold must have one Status, not several.",
    ],
    [
      "the status of versions",
      "?versioning",
      "<VersioningConfiguration><Status>Enabled</Status><Status>Suspended</Status></VersioningConfiguration>",
      "The element VersioningConfiguration must have one Status, not several.",
    ],
    [
      "a page of a website",
      "?website",
      `<WebsiteConfiguration>${page}${page}</WebsiteConfiguration>`,
      "The element WebsiteConfiguration must have one IndexDocument, not several.",
    ],
    [
      "the age of a CORS rule",
      "?cors",
      "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>" +
        "<MaxAgeSeconds>1</MaxAgeSeconds><MaxAgeSeconds>2</MaxAgeSeconds></CORSRule></CORSConfiguration>",
      "The element CORSRule must have one MaxAgeSeconds, not several.",
    ],
  ])("that has %s twice is refused by name", async (_, place, body, sentence) => {
    expect(await send("PUT", `/${bucket}${place}`, { body }, credentials, messageOf)).toBe(`400 ${sentence}`);
  });

  const DAYS = "Days must be a whole number of days from 1 to 1000000.";
  const size = (name: string, value: string) =>
    days("1").replace("<Prefix>none/</Prefix>", `<${name}>${value}</${name}>`);
  const BYTES = "must be a whole number of bytes from 0 to 999999999999999.";
  test.each([
    ["?lifecycle", days("1000001"), DAYS],
    ["?lifecycle", days("9".repeat(400)), DAYS],
    ["?lifecycle", days("0"), DAYS],
    ["?lifecycle", days("1.5"), DAYS],
    [
      "?lifecycle",
      rule(
        "<AbortIncompleteMultipartUpload>" +
          "<DaysAfterInitiation>1000001</DaysAfterInitiation></AbortIncompleteMultipartUpload>",
      ),
      `DaysAfterInitiation${DAYS.slice(4)}`,
    ],
    [
      "?lifecycle",
      rule(
        "<NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays>" +
          "<NewerNoncurrentVersions>1000</NewerNoncurrentVersions></NoncurrentVersionExpiration>",
      ),
      "NewerNoncurrentVersions must be a whole number from 0 to 100.",
    ],
    ["?lifecycle", size("ObjectSizeGreaterThan", "1".repeat(16)), `ObjectSizeGreaterThan ${BYTES}`],
    ["?lifecycle", size("ObjectSizeLessThan", "-1"), `ObjectSizeLessThan ${BYTES}`],
    [
      "?lifecycle",
      rule("<Expiration><Date>2099-02-30</Date></Expiration>"),
      "The Date of an action must be a moment that exists, and there is no day 2099-02-30.",
    ],
    [
      "?object-lock",
      lock(`<Rule>${retention.replace("<Days>1<", "<Days>36501<")}</Rule>`),
      "A default retention must be 1 to 36500 days, or 1 to 100 years.",
    ],
    [
      "?cors",
      "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>" +
        `<MaxAgeSeconds>${"1".repeat(10)}</MaxAgeSeconds></CORSRule></CORSConfiguration>`,
      "MaxAgeSeconds must be a whole number of seconds from 0 to 999999999.",
    ],
    [
      "/o?retention",
      "<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>2099-02-30T00:00:00Z</RetainUntilDate></Retention>",
      "The date of a retention must be a moment that exists, and there is no day 2099-02-30.",
    ],
    [
      "/o?retention",
      "<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>2099-01-01T00:00:00</RetainUntilDate></Retention>",
      "The date of a retention must end in Z or in an offset such as +02:00.",
    ],
  ])("%s with a wrong value says what it must be: %.120s", async (place, body, sentence) => {
    expect(await send("PUT", `/${bucket}${place}`, { body }, credentials, messageOf)).toBe(`400 ${sentence}`);
  });

  test.each([
    ["declared", '<?xml version="1.0" encoding="ISO-8859-1"?>'],
    ["not declared", ""],
  ])("whose bytes are not UTF-8, %s, deletes nothing", async (_, declaration) => {
    await put("caf\ufffd", "kept");
    const body = Buffer.from(`${declaration}<Delete><Object><Key>caf\xe9</Key></Object></Delete>`, "latin1");
    expect(await send("POST", `/${bucket}?delete`, { headers: md5Header(body), body })).toBe("400 MalformedXML");
    expect(await (await fetch(`${fixture.endpoint}${object("caf%EF%BF%BD")}`)).text()).toBe("kept");
  });

  test.each([
    ["2099-01-31T00:00:00Z", "200"],
    ["2099-01-31T02:00:00.000000+02:00", "200"],
    ["2099-02-30T00:00:00Z", "400 InvalidArgument"],
    ["2099-06-31T00:00:00Z", "400 InvalidArgument"],
    ["2099-01-01T24:00:00Z", "400 InvalidArgument"],
    ["2099", "400 InvalidArgument"],
    ["January 1, 2099", "400 InvalidArgument"],
    ["Thu, 01 Jan 2099 00:00:00 GMT", "400 InvalidArgument"],
  ])("with a retention until %s: %s", async (until, expected) => {
    const key = randomUUID();
    await put(key, "retained");
    const body = `<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>${until}</RetainUntilDate></Retention>`;
    expect(await send("PUT", `${object(key)}?retention`, { body })).toBe(expected);
  });

  test.each([
    ["2099-02-30T00:00:00Z", "400 MalformedXML"],
    ["2099-02-30", "400 MalformedXML"],
    ["2099-01-31", "200"],
    ["2099-01-31T02:00:00+02:00", "200"],
  ])("with a rule that ends at %s: %s", async (date, expected) => {
    const body =
      "<LifecycleConfiguration><Rule><ID>r</ID><Filter><Prefix>none/</Prefix></Filter><Status>Enabled</Status>" +
      `<Expiration><Date>${date}</Date></Expiration></Rule></LifecycleConfiguration>`;
    expect(await send("PUT", `/${bucket}?lifecycle`, { body })).toBe(expected);
  });

  test.each([
    ["an origin of 255 characters", `https://${"a".repeat(247)}`, 1, "200"],
    ["a longer one", `https://${"a".repeat(248)}`, 1, "400 InvalidRequest"],
    ["101 headers", "https://a.example", 101, "400 InvalidRequest"],
  ])("with CORS rules for %s: %s", async (_, origin, count, expected) => {
    const headers = "<AllowedHeader>a*</AllowedHeader>".repeat(count);
    const body =
      `<CORSConfiguration><CORSRule><AllowedOrigin>${origin}</AllowedOrigin>` +
      `<AllowedMethod>GET</AllowedMethod>${headers}</CORSRule></CORSConfiguration>`;
    expect(await send("PUT", `/${bucket}?cors`, { body })).toBe(expected);
  });
});

test.each([
  ["a path", () => `http://127.0.0.1:${fixture.port}${object()}`, 200, "0123456789"],
  ["a bucket's host", () => `http://${bucket}.s3.localhost:${fixture.port}/o`, 200, "0123456789"],
  ["a bucket's host without a path", () => `http://${bucket}.s3.localhost?x=1`, 403, "AccessDenied"],
  ["a website without a page", () => `http://${bucket}.s3-website.localhost/`, 404, "NoSuchWebsiteConfiguration"],
  ["the store's health", () => "http://127.0.0.1/healthz", 200, "ok"],
])("a target may be a whole URL, whose authority counts: %s", async (_, target, status, expected) => {
  const socket = connect(fixture.port, "127.0.0.1");
  socket.write(`GET ${target()} HTTP/1.1\r\nHost: other.s3.localhost\r\nConnection: close\r\n\r\n`);
  const answer = await textOf(socket);
  expect(answer.split(" ")[1]).toBe(String(status));
  expect(answer).toContain(expected);
});

test("a policy that denies bypassing retention holds for one object and for several", async () => {
  const Bucket = await fixture.bucket({ object_lock_enabled: true });
  const as = await fixture.key({ bypass_governance: true });
  const Policy = JSON.stringify({
    Statement: [
      {
        ...{ Effect: "Deny", Principal: "*", Action: "s3:BypassGovernanceRetention" },
        Resource: `arn:aws:s3:::${Bucket}/*`,
      },
    ],
  });
  await s3.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  await s3.send(new PutObjectCommand({ Bucket, Key: "held", Body: "held" }));
  const headers = { "x-amz-bypass-governance-retention": "true" };
  const body = "<Delete><Object><Key>held</Key></Object></Delete>";
  expect(await send("DELETE", `/${Bucket}/held`, { headers }, as)).toBe("403 AccessDenied");
  expect(await send("POST", `/${Bucket}?delete`, { headers: { ...headers, ...md5Header(body) }, body }, as)).toBe(
    "403 AccessDenied",
  );
  expect(await send("GET", `/${Bucket}/held`)).toBe("200 held");
});

test("a header that a policy compares is refused where it is long, so that no visitor decides how long it takes", async () => {
  const Bucket = await fixture.bucket();
  await s3.send(new PutObjectCommand({ Bucket, Key: "a", Body: "a" }));
  const Condition = { StringLike: { "aws:UserAgent": `*${"a".repeat(900)}b` } };
  const Policy = JSON.stringify({
    Statement: [
      {
        ...{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Condition },
        Resource: `arn:aws:s3:::${Bucket}/*`,
      },
    ],
  });
  await s3.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  const visit = async (agent: string) =>
    (await fetch(`${fixture.endpoint}/${Bucket}/a`, { headers: { "user-agent": agent } })).status;
  expect(await visit(`${"a".repeat(901)}b`)).toBe(200);
  expect(await visit("a".repeat(1024))).toBe(403);
  expect(await visit("a".repeat(15_000))).toBe(400);
});

test.each([
  ["GET", "/%00", "404 NoSuchBucket"],
  ["PUT", "/%00/o", "404 NoSuchBucket"],
  ["OPTIONS", "/%00/o", "403 AccessForbidden"],
])("%s %s, which no bucket is called: %s", async (method, path, expected) => {
  const headers = { origin: "https://app.example", "access-control-request-method": "GET" };
  if (method !== "OPTIONS") expect(await send(method, path)).toBe(expected);
  else
    expect(await (await fetch(`${fixture.endpoint}${path}`, { method, headers })).text()).toContain("AccessForbidden");
});
