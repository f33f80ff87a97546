// Distributions made by REST, deployed by the worker's reconcilers and served by an agent: a visitor's request goes
// through nginx, or through the development CDN, to the object store.
import { describe, expect, test } from "vitest";
import { lacking } from "../src/cdn/cdn-fixture.ts";
import { cdnInstallation } from "./cdn-installation.ts";

const SERVERS = lacking.length > 0 ? (["development"] as const) : (["nginx", "development"] as const);

describe.each(SERVERS)("a visitor of the CDN by %s", (server) => {
  const { api, cdn, post, visit, upload, distributionOf } = cdnInstallation({ server });
  const cached = (how: string) => (server === "nginx" ? how : "BYPASS");
  const urlOf = async (bucket_name: string, object_key: string): Promise<string> =>
    (await post("/cdn/generate-url", { bucket_name, object_key })).cdn_url;

  test("gets a private object by a signed URL alone, a public one by the plain URL", async () => {
    const bucket = await cdn.bucket();
    const { default_url } = await distributionOf(bucket);
    await upload(bucket, "a/ü b.txt", "hello");
    const signed = urlOf(bucket, "a/ü b.txt");
    const answer = signed.then(visit);
    await signed;
    await api().reconcile("deploy-distributions");
    expect(await answer).toMatchObject({ status: 200, text: "hello", headers: { "x-cache": cached("MISS") } });
    expect(await visit(await signed)).toMatchObject({
      status: 200,
      text: "hello",
      headers: { "x-cache": cached("HIT") },
    });
    const plain = `${default_url}/a/%C3%BC%20b.txt`;
    expect((await visit(plain)).status).toBe(403);
    await api().request("PATCH", `/object-storage/buckets/${bucket}`, { body: { is_public: true } });
    await api().reconcile("deploy-distributions");
    expect(await visit(plain)).toMatchObject({ status: 200, text: "hello" });
  });

  test.each([
    ["private, on a distribution", false, true],
    ["public, on a distribution", true, true],
    ["public, on the common domain", true, false],
  ])("gets the object of exactly the key, also where it ends in a slash (%s)", async (_, is_public, isDistributed) => {
    const bucket = await cdn.bucket({ is_public });
    if (isDistributed) await distributionOf(bucket);
    const keys = ["trail/", "a//", "//", "/", "index.html/", "docs/", "docs/index.html", "日本/ü é/", "+%?#/"];
    for (const key of keys) await upload(bucket, key, `the object ${key}`);
    const urls = [];
    for (const key of keys) urls.push(await urlOf(bucket, key));
    await api().reconcile(isDistributed ? "deploy-distributions" : "deploy-common-paths");
    for (const [at, url] of urls.entries())
      expect(await visit(url), url).toMatchObject({ status: 200, text: `the object ${keys[at]}` });
    // Without a signature it is a folder's.
    const folder = await visit(`${urls[keys.indexOf("docs/")]?.split("?")[0]}`);
    expect(folder).toMatchObject(is_public ? { status: 200, text: "the object docs/index.html" } : { status: 403 });
  });

  test("is refused by 4xx what the store refuses", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "hello");
    const preflight = { origin: "https://app.example", "access-control-request-method": "GET" };
    const answers = [
      await visit(`${default_url}/%ff`),
      await visit(`${default_url}/a%C3`),
      await visit(`${default_url}/%ED%A0%80`),
      await visit(`${default_url}/${"x".repeat(1025)}`),
      await visit(`${default_url}/a.txt`, { method: "OPTIONS" }),
      await visit(`${default_url}/a.txt`, { method: "OPTIONS", headers: preflight }),
      await visit(`${default_url}/a.txt`, { headers: { range: "bytes=9-" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 403, 403, 416]);
    for (const { text } of answers) expect(text).not.toContain(bucket);
    const rules = [{ allowed_origins: ["https://app.example"], allowed_methods: ["GET"] }];
    const cors = await api().request("PUT", `/object-storage/buckets/${bucket}/cors`, { body: { rules } });
    expect(cors.status).toBe(200);
    const allowed = await visit(`${default_url}/a.txt`, { method: "OPTIONS", headers: preflight });
    expect(allowed).toMatchObject({ status: 200, headers: { "access-control-allow-origin": "https://app.example" } });
  });

  test("gets ranges as RFC 9110 says", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "0123456789");
    const url = `${default_url}/a.txt`;
    const { etag = "", "last-modified": modified = "" } = (await visit(url)).headers;
    const later = new Date(Date.parse(modified) + 1000).toUTCString();
    const long = "9".repeat(400);
    const whole = "200 0123456789";
    const cases: readonly [range: string, ifRange: string | undefined, expected: string][] = [
      ["bytes=2-4", undefined, "206 234"],
      ["bytes=5-9223372036854775807", undefined, "206 56789"],
      ["bytes=5-9223372036854775808", undefined, "206 56789"],
      [`bytes=5-${long}`, undefined, "206 56789"],
      [`bytes=-${long}`, undefined, "206 0123456789"],
      [`bytes=${"0".repeat(400)}5-0006`, undefined, "206 56"],
      ["bytes=-3", undefined, "206 789"],
      [`bytes=${long}-`, undefined, "416"],
      ["bytes=10-", undefined, "416"],
      ["bytes=-0", undefined, "416"],
      ["bytes=4-2", undefined, whole],
      [`bytes=${long}-4`, undefined, whole],
      ["bytes=-", undefined, whole],
      ["bytes=a-b", undefined, whole],
      ["bytes=0-1,x", undefined, whole],
      ["items=0-1", undefined, whole],
      ["bytes=0-1", etag, "206 01"],
      ["bytes=0-1", modified, "206 01"],
      ["bytes=0-1", `W/${etag}`, whole],
      ["bytes=0-1", '"other"', whole],
      ["bytes=0-1", later, whole],
      ["bytes=0-1", "junk", whole],
      [`bytes=5-${long}`, '"other"', whole],
    ];
    for (const [range, condition, expected] of cases) {
      const headers = { range, ...(condition !== undefined && { "if-range": condition }) };
      const { status, text } = await visit(url, { headers });
      expect([range, condition, status === 416 ? "416" : `${status} ${text}`]).toEqual([range, condition, expected]);
      const head = await visit(url, { method: "HEAD", headers });
      expect(["HEAD", range, condition, head.status]).toEqual(["HEAD", range, condition, status]);
    }
    // Edges answer several ranges by parts; the store, and so the development CDN, by the whole object.
    const several = await visit(url, { headers: { range: `bytes=0-1, 5-${long}` } });
    expect(several.status).toBe(server === "nginx" ? 206 : 200);
    const parts = /bytes 0-1\/10\r\n\r\n01\r\n.*bytes 5-9\/10\r\n\r\n56789\r\n/s;
    expect(several.text).toMatch(server === "nginx" ? parts : /^0123456789$/);
  });

  test("may ask by a whole URL, whose authority counts, and never sees a bucket's list", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "hello");
    await upload(bucket, "index.html", "home");
    const { host } = new URL(default_url);
    const asked: readonly [target: string, status: number, text: string][] = [
      [`http://${host}/a.txt?x=1`, 200, "hello"],
      [`HTTP://${host.toUpperCase()}/a.txt`, 200, "hello"],
      [`http://${host}/`, 200, "home"],
      [`http://${host}`, 200, "home"],
      [`http://${host}?list-type=2`, 200, "home"],
      ["http://other.example/a.txt", 421, "This host is not served here."],
    ];
    for (const [target, status, text] of asked) {
      const answer = await visit(default_url.replace(host, `elsewhere.example:${new URL(default_url).port}`), {
        target,
      });
      expect({ target, status: answer.status, text: answer.text.trim() }).toEqual({ target, status, text });
    }
  });

  test("gets the new object after a purge", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { id, default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "old");
    expect((await visit(`${default_url}/a.txt`)).text).toBe("old");
    await upload(bucket, "a.txt", "new");
    expect((await visit(`${default_url}/a.txt`)).text).toBe(server === "nginx" ? "old" : "new");
    const { purge_id } = await post(cdn.at(id, "/purge"), { paths: ["/a.txt"] });
    await api().reconcile("run-purges");
    expect((await api().request("GET", cdn.at(id, `/purges/${purge_id}`))).body.status).toBe("succeeded");
    expect((await visit(`${default_url}/a.txt`)).text).toBe("new");
  });

  test("gets objects of a bucket without a distribution on the common domain", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    await upload(bucket, "a.txt", "common");
    const url = await urlOf(bucket, "a.txt");
    const answer = visit(url);
    await api().reconcile("deploy-common-paths");
    expect(await answer).toMatchObject({ status: 200, text: "common" });
  });

  test("is not answered after the distribution was deleted", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { id, default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "x");
    expect((await visit(`${default_url}/a.txt`)).status).toBe(200);
    await api().request("DELETE", cdn.at(id, ""));
    await api().reconcile("reconcile-edge");
    await expect.poll(async () => (await visit(`${default_url}/a.txt`)).status).toBe(421);
  });

  test("is sent bytes that are counted for the distribution", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { id, default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "x".repeat(5_000));
    for (let visits = 0; visits < 3; visits++) await visit(`${default_url}/a.txt`);
    const counted = async () => {
      const { rows } = await api().database.pool.query(
        "SELECT coalesce(sum(bytes), 0)::int AS bytes FROM transfer WHERE resource_id = $1",
        [id],
      );
      return rows[0].bytes;
    };
    await expect.poll(counted).toBeGreaterThan(15_000);
  });
});
