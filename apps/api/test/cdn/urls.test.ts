import { ALL_SCOPES } from "@fulmar/contract";
import { createToken } from "@fulmar/core/operator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cdnOf } from "./cdn-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let api: Api;
const { bucket, patch, ofBucket: distribution, activeOfBucket: active } = cdnOf(() => api);

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("POST /cdn/generate-url", () => {
  const generate = (body: object) => api.request("POST", "/cdn/generate-url", { body });
  const lastsSeconds = (expiresAt: string) => (Date.parse(expiresAt) - Date.now()) / 1000;

  test("200: the URL of a private bucket is signed for an hour, even for an absent object", async () => {
    const bucket_name = await bucket();
    const { status, body } = await generate({ bucket_name, object_key: "a folder/ü?.txt" });
    expect(status).toBe(200);
    expect(body).toEqual({ cdn_url: expect.any(String), expires_at: expect.stringMatching(TIMESTAMP) });
    const url = new URL(body.cdn_url);
    expect(url.origin + url.pathname).toBe(
      `https://cdn.fulmar.example/${api.tenant.workspaceId}/${bucket_name}/a%20folder/%C3%BC%3F.txt`,
    );
    expect([...url.searchParams.keys()]).toEqual(["expires", "signer", "key", "signature"]);
    expect(Date.parse(body.expires_at)).toBe(Number(url.searchParams.get("expires")) * 1000);
    expect(Math.abs(lastsSeconds(body.expires_at) - 3600)).toBeLessThan(60);
  });

  test("200: the URL of a public bucket is unsigned and unlimited, or signed when expires_in is given", async () => {
    const bucket_name = await bucket({ is_public: true });
    const plain = await generate({ bucket_name, object_key: "a.txt", expires_in: null, disposition: null });
    expect(plain.body).toEqual({
      cdn_url: `https://cdn.fulmar.example/${api.tenant.workspaceId}/${bucket_name}/a.txt`,
      expires_at: null,
    });
    const folder = new URL((await generate({ bucket_name, object_key: "a/" })).body.cdn_url);
    expect([...folder.searchParams.keys()], "of a key that ends in a slash").toEqual(["key", "signature"]);
    const { body } = await generate({ bucket_name, object_key: "a.txt", expires_in: 604_800 });
    expect(Math.abs(lastsSeconds(body.expires_at) - 604_800)).toBeLessThan(60);
    expect(new URL(body.cdn_url).searchParams.has("signature")).toBe(true);
  });

  test("200: the disposition is part of the signature", async () => {
    const bucket_name = await bucket({ is_public: true });
    const { body } = await generate({ bucket_name, object_key: "a.txt", disposition: "attachment" });
    expect(body.expires_at).toBeNull();
    const { searchParams } = new URL(body.cdn_url);
    expect([...searchParams.keys()]).toEqual(["disposition", "key", "signature"]);
    expect(searchParams.get("disposition")).toBe("attachment");
  });

  test("200: no signed URL outlives the token that asks for it, and the plain URL of a public object is not signed", async () => {
    const until = Math.floor(Date.now() / 1000 + 600) * 1000;
    const { token } = await createToken(api.database, {
      ...{ organizationId: api.tenant.organizationId, name: "brief", scopes: ALL_SCOPES, environment: "development" },
      ...{ workspacePolicy: "entire_organization", workspaceIds: [], expiresAt: new Date(until) },
    });
    const [kept, open] = [await bucket(), await bucket({ is_public: true })];
    const endOf = async (body: object) => {
      const answer = await api.request("POST", "/cdn/generate-url", { body: { object_key: "a", ...body }, token });
      expect(answer.status).toBe(200);
      const expires = new URL(answer.body.cdn_url).searchParams.get("expires");
      const end = expires === null ? null : Number(expires) * 1000;
      expect(Date.parse(answer.body.expires_at)).toBe(end ?? Number.NaN);
      return end;
    };
    expect(await endOf({ bucket_name: kept })).toBe(until);
    expect(await endOf({ bucket_name: kept, expires_in: 604_800 })).toBe(until);
    expect(await endOf({ bucket_name: kept, expires_in: 60 })).toBeLessThan(until);
    expect(await endOf({ bucket_name: open, disposition: "attachment" })).toBe(until);
    expect(await endOf({ bucket_name: open })).toBeNull();
  });

  test("200: the URL is on the bucket's newest active distribution", async () => {
    const bucket_name = await bucket();
    await active({ origin_id: bucket_name });
    const newest = await active({ origin_id: bucket_name });
    await distribution({ origin_id: bucket_name });
    const at = async () => new URL((await generate({ bucket_name, object_key: "a/b.txt" })).body.cdn_url);
    const url = await at();
    expect(url.origin + url.pathname).toBe(`${newest.default_url}/a/b.txt`);
    await patch(newest.id, { enabled: false });
    expect((await at()).host).not.toBe(newest.default_domain);
  });

  test.each([
    ["bucket_name", { bucket_name: undefined }],
    ["object_key", { object_key: undefined }],
    ["object_key", { object_key: "" }],
    ["object_key", { object_key: "a/../b" }],
    ["object_key", { object_key: "a\0b" }],
    ["object_key", { object_key: "ü".repeat(513) }],
    ["object_key", { object_key: "\ud800" }],
    ["expires_in", { expires_in: 0 }],
    ["expires_in", { expires_in: 604_801 }],
    ["expires_in", { expires_in: 1.5 }],
    ["expires_in", { expires_in: "60" }],
    ["disposition", { disposition: "download" }],
    ["distribution_id", { distribution_id: "x" }],
  ])("400 names %s for %j", async (field, body) => {
    const refused = await generate({ bucket_name: await bucket(), object_key: "a.txt", ...body });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ field });
  });

  test("404 for an absent bucket or one of another workspace", async () => {
    const foreign = await bucket({}, { ...api.tenant, workspaceId: api.tenant.otherWorkspaceId });
    for (const bucket_name of [foreign, "never-was"])
      expect((await generate({ bucket_name, object_key: "a.txt" })).status).toBe(404);
  });
});
