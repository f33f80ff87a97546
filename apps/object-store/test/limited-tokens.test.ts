// Credentials that a token makes end with its expiry, and are bound to its IP ranges.
import { ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { ALL_SCOPES } from "@fulmar/contract";
import type { Credentials } from "@fulmar/core";
import { beforeAll, describe, expect, test } from "vitest";
import { credentialFixture, ELSEWHERE, HERE, type TokenLimits, UNLIMITED } from "./credential-fixture.ts";
import { refusal, storeOfFile } from "./store-fixture.ts";

const { fixture } = await storeOfFile({ environment: { FULMAR_TRUSTED_PROXIES: "127.0.0.1" } });

let world: Awaited<ReturnType<typeof credentialFixture>>;
let owner: Credentials;
beforeAll(async () => {
  world = await credentialFixture(fixture);
  owner = (await world.user("owner")).credentials;
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function tokenWith(limits: Partial<TokenLimits>): Promise<Credentials> {
  const token = await world.token(owner, ALL_SCOPES, { ...UNLIMITED, ...limits });
  if (token === undefined) throw new Error("an owner was refused a token");
  return token;
}

const keyBy = (token: Credentials, body = {}) =>
  world.run(token, "accessKey.create", { name: crypto.randomUUID().slice(0, 30), permission: "read_write", ...body });

function clientOf(from: string, { access_key_id = "", secret_access_key = "" }: Awaited<ReturnType<typeof keyBy>>) {
  return world.clientFrom(from, { accessKeyId: access_key_id, secretAccessKey: secret_access_key });
}

const list = (s3: S3Client) => refusal(s3.send(new ListObjectsV2Command({ Bucket: world.bucket })));
const put = async (url: string, from: string) =>
  (await fetch(url, { method: "PUT", body: "x", headers: { "x-forwarded-for": from } })).status;
const upload = (token: Credentials, body = {}) =>
  world.run(token, "object.createUploadUrl", { bucket_name: world.bucket, object_key: "a", ...body });
const change = (token: Credentials, set: string) =>
  world
    .run(token, "token.get", {})
    .then(({ token_id }) => fixture.database.pool.query(`UPDATE api_token SET ${set} WHERE token_id = $1`, [token_id]));

describe("an access key of a token that expires", () => {
  test.each([
    ["none", undefined],
    ["a later one", "2099-12-31T00:00:00.000Z"],
  ])("has the token's expiry, when asked for %s, and is refused after it", async (_which, expires_at) => {
    const until = inAnHour();
    const token = await tokenWith({ expires_at: until });
    const made = await keyBy(token, expires_at === undefined ? {} : { expires_at });
    expect(made.expires_at).toBe(until);
    const { access_key_id } = made;
    expect((await world.run(owner, "accessKey.get", { access_key_id })).expires_at).toBe(until);
    const s3 = clientOf(ELSEWHERE, made);
    expect(await list(s3)).toBe("no refusal");
    await world.expire(token);
    expect(await list(s3)).toBe("403 AccessDenied");
  });

  test("keeps an earlier expiry of its own", async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    expect((await keyBy(await tokenWith({ expires_at: inAnHour() }), { expires_at })).expires_at).toBe(expires_at);
  });

  test("works on when the token's expiry is postponed", async () => {
    const token = await tokenWith({ expires_at: inAnHour() });
    const made = await keyBy(token);
    await change(token, "expires_at = NULL");
    const { access_key_id } = made;
    expect((await world.run(owner, "accessKey.get", { access_key_id })).expires_at).toBeNull();
    expect(await list(clientOf(HERE, made))).toBe("no refusal");
  });
});

describe("an access key of a token with IP ranges", () => {
  test("works from these, and is 403 from elsewhere without counting as used", async () => {
    const made = await keyBy(await tokenWith({ allowed_ip_ranges: [`${HERE}/32`] }));
    expect(made.allowed_ip_ranges).toEqual([`${HERE}/32`]);
    const elsewhere = clientOf(ELSEWHERE, made);
    expect(await list(elsewhere)).toBe("403 AccessDenied");
    await expect(elsewhere.send(new ListObjectsV2Command({ Bucket: world.bucket }))).rejects.toThrow(
      `The access key may not be used from ${ELSEWHERE}; it is bound to the IP ranges of the token that made it.`,
    );
    expect(await list(clientOf(HERE, made))).toBe("no refusal");
  });

  test("follows the token's ranges from the next request on, also after the token is revoked", async () => {
    const token = await tokenWith({});
    const made = await keyBy(token);
    const elsewhere = clientOf(ELSEWHERE, made);
    expect(await list(elsewhere)).toBe("no refusal");
    await change(token, `allowed_ip_ranges = '{${HERE}/32}', revoked_at = now()`);
    expect([await list(elsewhere), await list(clientOf(HERE, made))]).toEqual(["403 AccessDenied", "no refusal"]);
    const { access_key_id } = made;
    expect((await world.run(owner, "accessKey.get", { access_key_id })).allowed_ip_ranges).toEqual([`${HERE}/32`]);
  });
});

test("a URL of an object works from the ranges of its token only, and says no later end than the token's", async () => {
  const token = await tokenWith({ expires_at: inAnHour(), allowed_ip_ranges: [`${HERE}/32`] });
  const { url = "", expires_at = "" } = await upload(token, { expires_in: 7_200 });
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + 3_600_000);
  expect([await put(url, ELSEWHERE), await put(url, HERE)]).toEqual([403, 200]);
});
