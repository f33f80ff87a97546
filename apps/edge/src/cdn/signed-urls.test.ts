import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { type SignedUrl, signUrl, type UrlKey, verifyUrl } from "@fulmar/edge-protocol";
import { needs } from "@fulmar/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMON_DOMAIN, distribution, edgeOfFile, lacking, NGINX, originOfFile } from "./cdn-fixture.ts";

const key = (keyId: string, validUntil: Date | null = null): UrlKey => ({ keyId, key: randomBytes(32), validUntil });
const soon = () => Math.floor(Date.now() / 1000) + 3_600;
const [current, older, revoked] = [key("key_1"), key("key_0"), key("key_r")];
const ended = key("key_e", new Date(Date.now() - 1_000));
const ending = key("key_f", new Date(Date.now() + 3_600_000));
const keys = [current, older, ended, ending];
const PRIVATE = "private.cdn.example";
const PUBLIC = "public.cdn.example";
const COMMON_PATH = "/12/photos";

describe("signed URLs", needs(NGINX, lacking.length === 0), async () => {
  if (lacking.length > 0) return;
  const edge = await edgeOfFile();
  const store = await originOfFile((_, response) => response.end("there"));
  const origin = {
    type: "bucket",
    endpoint: `http://127.0.0.1:${store.port}`,
    region: "eu-central-1",
    bucket: "photos",
    accessKeyId: "A",
    secretAccessKey: "B",
  } as const;
  const pushed = keys.map(({ keyId, key, validUntil }) => ({
    keyId,
    key: key.toString("base64url"),
    validUntil: validUntil === null ? null : Math.floor(validUntil.getTime() / 1000),
  }));
  const now = Math.floor(Date.now() / 1000);
  const endedSigners = [
    { signer: "sig_ended", until: now - 1 },
    { signer: "sig_ending", until: now + 3_600 },
  ];
  const access = (isPublic: boolean) => ({ isPublic, keys: pushed, endedSigners });
  await edge.apply(
    edge.document("distribution", "d_private", distribution({ hosts: [PRIVATE], origin, access: access(false) })),
    edge.document("distribution", "d_public", distribution({ hosts: [PUBLIC], origin, access: access(true) })),
    edge.document("distribution", "d_common", distribution({ commonPath: COMMON_PATH, origin, access: access(false) })),
  );

  /** The status of a request whose target goes out byte for byte. */
  function status(host: string, target: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const socket = connect(edge.port, "127.0.0.1", () =>
        socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`, "utf8")),
      );
      let text = "";
      socket.on("data", (chunk: Buffer) => {
        text += chunk.toString("latin1");
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
    });
  }
  const ends = endedSigners.map(({ signer, until }) => ({ signer, until: new Date(until * 1000) }));
  const readingOf = (host: string) => (host === COMMON_DOMAIN ? "common" : "own");
  /** Compares the edge's answer to a URL with the verdict of `verifyUrl`. */
  async function compare(host: string, target: string) {
    const isPublic = host === PUBLIC;
    const isSigned = /\?(.*&)?signature=/.test(target);
    const verified =
      verifyUrl({ keys, endedSigners: ends, isPublic }, readingOf(host), target, new Date()) !== undefined;
    const got = await status(host, target);
    expect(got === 200 || [400, 403, 404].includes(got), `${got} to ${target}`).toBe(true);
    // Without a signature it is the path alone that decides, as for any public object.
    return { expected: isPublic && !isSigned ? got === 200 : verified, got: got === 200 };
  }
  async function same(host: string, target: string) {
    const { expected, got } = await compare(host, target);
    expect({ host, target, got }).toEqual({ host, target, got: expected });
    return expected;
  }
  const sign = (changes: Partial<SignedUrl> = {}, by: Pick<UrlKey, "keyId" | "key"> = current) =>
    signUrl(by, {
      reading: "own",
      path: "/a%20b/c.txt",
      expires: soon(),
      disposition: "inline",
      signer: "sig_1",
      ...changes,
    });

  test.each<[string, string, () => string]>([
    ["the current key", PRIVATE, () => sign()],
    ["an older key", PRIVATE, () => sign({}, older)],
    ["a key that ends later", PRIVATE, () => sign({}, ending)],
    ["no signer", PRIVATE, () => sign({ signer: null })],
    ["a signer whose credential ends later", PRIVATE, () => sign({ signer: "sig_ending" })],
    ["no disposition", PRIVATE, () => sign({ disposition: null })],
    ["another host of the same kind", PUBLIC, () => sign()],
    ["the common domain", COMMON_DOMAIN, () => sign({ reading: "common", path: `${COMMON_PATH}/c.txt` })],
    ["no expiry, of a public object", PUBLIC, () => sign({ expires: null })],
    ["characters that need encoding", PRIVATE, () => sign({ path: `/${encodeURIComponent("ü+%'()*!~ ?#&=\\")}` })],
    ["no signature, of a public object", PUBLIC, () => "/a.txt"],
    ["a query that is no signature, of a public object", PUBLIC, () => "/a.txt?v=2"],
  ])("opens: %s", async (_, host, target) => {
    expect(await same(host, target())).toBe(true);
  });

  test.each<[string, string, () => string]>([
    ["no signature", PRIVATE, () => "/a.txt"],
    ["no signature on the common domain", COMMON_DOMAIN, () => `${COMMON_PATH}/a.txt`],
    ["an expired URL", PRIVATE, () => sign({ expires: Math.floor(Date.now() / 1000) - 1 })],
    ["an expired URL of a public object", PUBLIC, () => sign({ expires: Math.floor(Date.now() / 1000) - 1 })],
    ["no expiry", PRIVATE, () => sign({ expires: null })],
    ["a revoked key", PRIVATE, () => sign({}, revoked)],
    ["a signer whose credential has ended", PRIVATE, () => sign({ signer: "sig_ended" })],
    ["another signer", PRIVATE, () => sign({ signer: "sig_ended" }).replace("sig_ended", "sig_1")],
    ["no signer in place of one", PRIVATE, () => sign().replace("signer=sig_1&", "")],
    ["an encoded signer", PRIVATE, () => sign().replace("sig_1", "sig%5F1")],
    ["a key that has ended", PRIVATE, () => sign({}, ended)],
    ["another key under the same name", PRIVATE, () => sign({}, { keyId: "key_1", key: older.key })],
    ["an own host's signature on the common domain", COMMON_DOMAIN, () => sign({ path: `${COMMON_PATH}/c.txt` })],
    [
      "a common path's signature on an own host",
      PRIVATE,
      () => sign({ reading: "common", path: `${COMMON_PATH}/c.txt` }),
    ],
    ["a wrong signature of a public object", PUBLIC, () => sign().replace(/.$/, (c) => (c === "A" ? "B" : "A"))],
    ["an encoded dot segment", PRIVATE, () => sign().replace("/a%20b/", "/x/%2e%2e/a%20b/")],
    ["a dot segment", PRIVATE, () => sign().replace("/a%20b/", "/x/../a%20b/")],
    ["a signed dot segment", PRIVATE, () => sign({ path: "/x/../a" })],
    ["a signed, encoded dot segment", PRIVATE, () => sign({ path: "/x/%2e%2E/a" })],
    ["a signed dot segment that ends in an encoded slash", PUBLIC, () => sign({ path: "/.%2Fa", expires: null })],
    ["a signed dot segment after an encoded slash", PUBLIC, () => sign({ path: "/a%2F%2e." })],
    ["a signed NUL", PUBLIC, () => sign({ path: "/a%00" })],
    ["a signed wrong escape", PUBLIC, () => sign({ path: "/a%zz" })],
    ["a signed path that parsers encode", PRIVATE, () => sign({ path: '/"<x>' })],
    ["a double slash", PRIVATE, () => sign().replace("/a%20b/", "//a%20b/")],
    ["an encoded slash", PRIVATE, () => sign().replace("/c.txt", "%2Fc.txt")],
    ["an encoded letter", PRIVATE, () => sign().replace("c.txt", "%63.txt")],
    ["a space written as a plus", PRIVATE, () => sign().replace("%20", "+")],
    ["a backslash", PRIVATE, () => sign().replace("/c.txt", "\\c.txt")],
    ["a fragment", PRIVATE, () => `${sign()}#x`],
    ["a second expiry after the first", PRIVATE, () => `${sign()}&expires=${soon() + 9}`],
    ["a second expiry before the first", PRIVATE, () => sign().replace("?", `?expires=${soon() + 9}&`)],
    ["an expiry with a leading zero", PRIVATE, () => sign().replace("expires=", "expires=0")],
    ["a later expiry", PRIVATE, () => sign().replace(/expires=\d+/, `expires=${soon() + 60}`)],
    ["an expiry too long for a number", PRIVATE, () => sign().replace(/expires=\d+/, "expires=1234567890123456")],
    ["an encoded parameter name", PRIVATE, () => sign().replace("expires=", "%65xpires=")],
    ["parameters in another order", PRIVATE, () => sign().replace(/(expires=\d+)&(disposition=[a-z]+)/, "$2&$1")],
    ["an unknown disposition", PRIVATE, () => sign().replace("inline", "inline%0A")],
    ["another disposition", PRIVATE, () => sign().replace("inline", "attachment")],
    ["an extra parameter", PRIVATE, () => `${sign()}&x=1`],
    ["padding at the signature's end", PRIVATE, () => `${sign()}=`],
    ["an empty signature", PRIVATE, () => sign().replace(/signature=.*/, "signature=")],
    ["an encoded key id", PRIVATE, () => sign().replace("key_1", "key%5F1")],
    ["lower-case escapes", PRIVATE, () => sign({ path: "/%C3%A9" }).replace("%C3%A9", "%c3%a9")],
  ])("refuses: %s", async (_, host, target) => {
    expect(await same(host, target())).toBe(false);
  });

  test("agrees with `verifyUrl` on every changed character", async () => {
    const segment = fc
      .string({ unit: "grapheme", maxLength: 12 })
      .filter((text) => text.isWellFormed() && text !== "." && text !== "..");
    const path = fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((segments) => `/${segments.map(encodeURIComponent).join("/")}`);
    const signed = fc.record({
      path,
      expires: fc.option(fc.integer({ min: soon(), max: soon() + 604_800 })),
      disposition: fc.option(fc.constantFrom("inline" as const, "attachment" as const)),
      signer: fc.constantFrom("sig_1", "sig_ended", "sig_ending", null),
    });
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    await fc.assert(
      fc.asyncProperty(
        signed,
        fc.constantFrom(...keys, revoked),
        fc.constantFrom(PRIVATE, PUBLIC, COMMON_DOMAIN),
        fc.nat(),
        visible,
        async (one, by, host, at, character) => {
          const full = host === COMMON_DOMAIN ? `${COMMON_PATH}${one.path}` : one.path;
          const target = signUrl(by, { ...one, reading: readingOf(host), path: full });
          const index = 1 + (at % (target.length - 1));
          const changed = [
            `${target.slice(0, index)}${character}${target.slice(index + 1)}`,
            `${target.slice(0, index)}${target.slice(index + 1)}`,
            `${target}${character}`,
          ];
          await Promise.all([target, ...changed].map((one) => same(host, one)));
        },
      ),
      { numRuns: 150 },
    );
  });

  test("a disposition sets Content-Disposition, and a private object is for its visitor alone", async () => {
    const answer = await edge.get(PRIVATE, sign({ disposition: "attachment" }));
    expect(answer.headers).toMatchObject({ "content-disposition": "attachment" });
    expect(answer.headers["cache-control"]).toMatch(/^private, max-age=\d+$/);
    expect(await edge.get(PRIVATE, sign({ disposition: null }))).toMatchObject({
      headers: { "x-cache": "HIT" },
    });
  });

  test("a URL whose key comes a moment later is answered, one whose key does not come is refused", async () => {
    const newKeyId = (end: string) => {
      let time = "";
      for (let rest = Date.now(); time.length < 10; rest = Math.floor(rest / 32))
        time = "0123456789abcdefghjkmnpqrstvwxyz".charAt(rest % 32) + time;
      return `key_${time}${end.padStart(16, "0")}`;
    };
    const made = key(newKeyId("1"));
    const early = edge.get(PRIVATE, sign({}, made));
    const { keyId, key: bytes } = made;
    const known = [...pushed, { keyId, key: bytes.toString("base64url"), validUntil: null }];
    const body = distribution({ hosts: [PRIVATE], origin, access: { ...access(false), keys: known } });
    await edge.apply(edge.document("distribution", "d_private", body));
    expect((await early).status).toBe(200);
    expect((await edge.get(PRIVATE, sign({}, key(newKeyId("2"))))).status).toBe(403);
  });

  test("a key that is rotated away is refused at once", async () => {
    const url = sign({}, older);
    expect((await edge.get(PRIVATE, url)).status).toBe(200);
    const body = distribution({ hosts: [PRIVATE], origin, access: { ...access(false), keys: pushed.slice(0, 1) } });
    await edge.apply(edge.document("distribution", "d_private", body));
    const refused = await edge.get(PRIVATE, url);
    expect(refused).toMatchObject({ status: 403, headers: { "content-type": "text/plain; charset=utf-8" } });
    expect((await edge.get(PRIVATE, sign())).status).toBe(200);
    await edge.apply(
      edge.document("distribution", "d_private", distribution({ hosts: [PRIVATE], origin, access: access(false) })),
    );
  });
});
