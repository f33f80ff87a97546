// Distributions as the agents of the CDN's edges see them. They are made by REST and deployed by the worker's
// reconcilers.

import { ALL_SCOPES } from "@fulmar/contract";
import { createToken, revokeToken } from "@fulmar/core/operator";
import { DistributionDocument, PurgeDocument, verifyUrl } from "@fulmar/edge-protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { cdnOf } from "../cdn/cdn-fixture.ts";
import { startWorker } from "../worker-fixture.ts";
import { documentsOf, edgeFixture, readyOf } from "./edge-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
const cdn = cdnOf(() => api);
const { agent, follow } = edgeFixture(() => api);

/** A connected edge of the CDN, which applies everything at once. `documents` are those that it has, by id. */
async function connected() {
  const edge = await agent({ servesCdn: true });
  const stream = await follow(edge.credential);
  const documents = new Map<string, Document>();
  const apply = async () => {
    const lines = await stream.until("ready");
    for (const document of documentsOf(lines)) documents.set(document.id, document);
    await edge.report({ applied: readyOf(lines).sequence });
  };
  await apply();
  const follows = async () => {
    for (;;) await apply();
  };
  follows().catch(() => undefined); // The stream ends with the test.
  return { ...edge, documents };
}
type Document = ReturnType<typeof documentsOf>[number];
type Edge = Awaited<ReturnType<typeof connected>>;

const statusOf = async (id: string) => (await api.request("GET", cdn.at(id, ""))).body.status;

/** The document that the edge has of a distribution, after its changes are deployed. */
async function deployed({ documents }: Edge, id: string) {
  await api.reconcile("deploy-distributions");
  return DistributionDocument.parse(documents.get(id)?.body);
}

/** Whether an edge with this document opens a URL on the distribution's own host, now or this many seconds later. */
function opens({ access }: DistributionDocument, url: string, inSeconds = 0): boolean {
  if (access === null) throw new Error("The distribution has no bucket.");
  const keys = access.keys.map(({ keyId, key }) => ({ keyId, validUntil: null, key: Buffer.from(key, "base64url") }));
  const endedSigners = access.endedSigners.map(({ signer, until }) => ({ signer, until: new Date(until * 1000) }));
  const { pathname, search } = new URL(url);
  const at = new Date(Date.now() + inSeconds * 1000);
  return verifyUrl({ keys, endedSigners, isPublic: access.isPublic }, "own", pathname + search, at) !== undefined;
}

/** The document that the edge has of a bucket on the common domain, after its changes are deployed. */
async function common({ documents }: Edge, bucket: string) {
  await api.reconcile("deploy-common-paths");
  const { rows } = await api.database.pool.query("SELECT bucket_id FROM bucket WHERE name = $1", [bucket]);
  const id: string = rows[0].bucket_id;
  return { id, document: DistributionDocument.parse(documents.get(id)?.body) };
}

/** A private bucket with a distribution that the edge serves. */
async function served(edge: Edge, options: object = {}) {
  const bucket = await cdn.bucket();
  const { body } = await cdn.create({ name: cdn.newName(), origin_id: bucket, ...options });
  const { id, default_domain } = body as { id: string; default_domain: string };
  expect(await statusOf(id)).toBe("deploying");
  const document = await deployed(edge, id);
  expect(await statusOf(id)).toBe("active");
  return { bucket, id, default_domain, document };
}

test("a distribution is active when its edge serves it, and its document says how", async () => {
  // The workspace has none before it asks for a URL.
  await api.database.pool.query("DELETE FROM cdn_signing_key");
  const { bucket, default_domain, document } = await served(await connected(), { cache_policy: "media" });
  expect(document).toMatchObject({
    ...{ enabled: true, hosts: [default_domain], commonPath: null, cachePolicy: "media" },
    origin: { type: "bucket", region: "eu-central-1", bucket, accessKeyId: expect.stringMatching(/^FULMARCDN-/) },
    access: { isPublic: false, keys: [] },
  });
});

test("an edge has the keys that sign a bucket's URLs, and learns that it is public", async () => {
  const edge = await connected();
  const { bucket, id } = await served(edge);
  const { body } = await api.request("POST", "/cdn/generate-url", { body: { bucket_name: bucket, object_key: "a" } });
  expect(opens(await deployed(edge, id), body.cdn_url)).toBe(true);
  await api.request("PATCH", `/object-storage/buckets/${bucket}`, { body: { is_public: true } });
  expect((await deployed(edge, id)).access?.isPublic).toBe(true);
});

test("a URL ends with the token that asked for it, and with its earlier expiry", async () => {
  const edge = await connected();
  const { bucket, id } = await served(edge);
  const organizationId = api.tenant.organizationId;
  const signedBy = async (name: string) => {
    const scope = { scopes: ALL_SCOPES, workspacePolicy: "entire_organization", workspaceIds: [] } as const;
    const made = await createToken(api.database, {
      organizationId,
      name,
      environment: "development",
      expiresAt: null,
      ...scope,
    });
    const body = { bucket_name: bucket, object_key: "a" };
    const answer = await api.request("POST", "/cdn/generate-url", { body, token: made.token });
    expect(answer.status).toBe(200);
    return { tokenId: made.tokenId, url: String(answer.body.cdn_url) };
  };
  const [revoked, shortened, kept] = [await signedBy("revoked"), await signedBy("shortened"), await signedBy("kept")];
  const all = [revoked, shortened, kept].map(({ url }) => url);
  const opened = async (inSeconds: number) => {
    const document = await deployed(edge, id);
    return all.map((url) => opens(document, url, inSeconds));
  };
  expect(await opened(0)).toEqual([true, true, true]);
  await revokeToken(api.database, { tokenId: revoked.tokenId });
  const setExpiry = (text: string) =>
    api.database.pool.query(`UPDATE api_token SET expires_at = ${text} WHERE token_id = $1`, [shortened.tokenId]);
  await setExpiry("now() + interval '10 minutes'");
  expect(await opened(1)).toEqual([false, true, true]);
  expect(await opened(601)).toEqual([false, false, true]);
  await setExpiry("NULL");
  expect(await opened(601)).toEqual([false, true, true]);
});

test("a bucket has a path on the common domain from its first URL on, until it is deleted", async () => {
  const edge = await connected();
  const bucket = await cdn.bucket({ is_public: true });
  const url = () => api.request("POST", "/cdn/generate-url", { body: { bucket_name: bucket, object_key: "a" } });
  const { cdn_url } = (await url()).body;
  const { id, document } = await common(edge, bucket);
  const commonPath = `/${api.tenant.workspaceId}/${bucket}`;
  expect(cdn_url).toBe(`https://cdn.fulmar.example${commonPath}/a`);
  expect(document).toMatchObject({
    ...{ hosts: [], commonPath, cachePolicy: "short", origin: { bucket }, access: { isPublic: true } },
  });
  await api.request("PATCH", `/object-storage/buckets/${bucket}`, { body: { is_public: false } });
  await url();
  const changed = (await common(edge, bucket)).document;
  expect(changed.access).toMatchObject({ isPublic: false, keys: [{ keyId: expect.stringMatching(/^key_/) }] });
  await edge.report({ usage: { id: "common", distributions: [{ distributionId: id, bytes: 7 }] } });
  const { rows } = await api.database.pool.query(
    "SELECT resource_type, sku_code, bytes::int FROM transfer WHERE resource_id = $1",
    [bucket],
  );
  expect(rows).toEqual([{ resource_type: "bucket", sku_code: "cdn.transfer", bytes: 7 }]);
  expect((await api.request("DELETE", `/object-storage/buckets/${bucket}`)).status).toBe(200);
  await api.reconcile("reconcile-edge");
  await expect.poll(() => edge.documents.get(id)?.body).toBeNull();
});

test("edges serve what a URL needs before it is answered: its bucket's path, and the key that signs it", async () => {
  const edge = await connected();
  const keysOf = (id: unknown) => DistributionDocument.parse(edge.documents.get(`${id}`)?.body).access?.keys;
  const stopWorker = startWorker(api);
  try {
    // Nobody waits for a worker that has not begun.
    const begun = "SELECT count(*)::int AS n FROM reconciler WHERE name LIKE 'deploy-%' AND finished_at IS NOT NULL";
    await expect.poll(async () => (await api.database.pool.query(begun)).rows[0].n).toBeGreaterThan(1);
    const bucket = await cdn.bucket({ is_public: true });
    const sign = async (bucket_name: string) => {
      const body = { bucket_name, object_key: "a", expires_in: 60 };
      const { cdn_url } = (await api.request("POST", "/cdn/generate-url", { body })).body;
      return new URL(cdn_url).searchParams.get("key");
    };
    const { rows } = await api.database.pool.query("SELECT bucket_id FROM bucket WHERE name = $1", [bucket]);
    const hasKey = (id: unknown, key: string | null) =>
      expect(keysOf(id)).toContainEqual(expect.objectContaining({ keyId: key }));
    hasKey(rows[0].bucket_id, await sign(bucket));
    await api.request("POST", "/cdn/signing-keys/rotate", { body: {} });
    hasKey(rows[0].bucket_id, await sign(bucket));

    const { body } = await cdn.create({ name: cdn.newName(), origin_id: bucket });
    await expect.poll(() => statusOf(body.id)).toBe("active");
    await api.request("POST", "/cdn/signing-keys/rotate", { body: { revoke_previous: true } });
    hasKey(body.id, await sign(bucket));
  } finally {
    await stopWorker();
  }
});

test("only the edges of the CDN get distributions", async () => {
  const edge = await connected();
  const { id } = await served(edge);
  const { credential } = await agent();
  const others = documentsOf(await (await follow(credential)).until("ready"));
  expect(others.map((document) => document.id)).not.toContain(id);
});

test("a distribution that an edge cannot serve shows the edge's reason", async () => {
  const edge = await agent({ servesCdn: true });
  const stream = await follow(edge.credential);
  await stream.until("ready");
  await edge.report({});
  const { id } = (await cdn.ofBucket()) as { id: string };
  const deploying = api.reconcile("deploy-distributions");
  let lines = await stream.until("ready");
  // The distributions of other tests may come before it.
  while (!documentsOf(lines).some((document) => document.id === id)) lines = await stream.until("ready");
  const revision = documentsOf(lines).find((document) => document.id === id)?.revision;
  const message = "The certificate of the host is missing.";
  await edge.report({
    applied: readyOf(lines).sequence,
    failures: [{ kind: "distribution", id, revision, message }],
  });
  await deploying;
  const { body } = await api.request("GET", cdn.at(id, "/deployment"));
  expect(body).toMatchObject({ error_message: expect.stringContaining(message) });
});

test("a purge succeeds when every edge has purged", async () => {
  const edge = await connected();
  const { id } = await served(edge);
  const { body } = await api.request("POST", cdn.at(id, "/purge"), { body: { paths: ["/a/*"] } });
  await api.reconcile("run-purges");
  expect((await api.request("GET", cdn.at(id, `/purges/${body.purge_id}`))).body.status).toBe("succeeded");
  const purge = [...edge.documents.values()].find(({ kind, id: name }) => kind === "purge" && name.startsWith(id));
  expect(PurgeDocument.parse(purge?.body)).toEqual({ distributionId: id, extent: { paths: ["/a/*"] } });
});

test("a deleted distribution leaves its edges", async () => {
  const edge = await connected();
  const { id } = await served(edge);
  await api.request("DELETE", cdn.at(id, ""));
  await api.reconcile("reconcile-edge");
  await expect.poll(() => edge.documents.get(id)).toMatchObject({ kind: "distribution", body: null });
});

test("a batch of transfer counts once, and only from an edge of the CDN", async () => {
  const edge = await connected();
  const { id } = await served(edge);
  const usage = (batch: string, bytes: number) => ({
    usage: { id: batch, distributions: [{ distributionId: id, bytes }] },
  });
  const counted = async () => {
    const { rows } = await api.database.pool.query<{ bytes: string; sku_code: string }>(
      "SELECT sum(bytes) AS bytes, sku_code FROM transfer WHERE resource_id = $1 GROUP BY sku_code",
      [id],
    );
    return rows.map(({ bytes, sku_code }) => [Number(bytes), sku_code]);
  };
  for (const [batch, bytes] of [
    ["one", 100],
    ["one", 100],
    ["two", 30],
  ] as const)
    expect((await edge.report(usage(batch, bytes))).status).toBe(204);
  const other = await agent();
  await other.report(usage("three", 5_000));
  expect(await counted()).toEqual([[130, "cdn.transfer"]]);
});

test("what edges count is the distribution's metrics, added up over edges and batches", async () => {
  const [one, two] = [await connected(), await connected()];
  const { id } = await served(one);
  const usage = (batch: string, requests: number) => ({
    usage: {
      id: batch,
      distributions: [
        {
          ...{ distributionId: id, bytes: requests * 100, requests, cacheHits: requests - 1 },
          statuses: { "2xx": requests - 1, "3xx": 0, "4xx": 1, "5xx": 0 },
        },
      ],
    },
  });
  for (const edge of [one, two]) expect((await edge.report(usage("first", 10))).status).toBe(204);
  await one.report(usage("first", 10));
  await one.report(usage("second", 5));
  const { body, status } = await api.request("GET", cdn.at(id, "/metrics"));
  expect(status).toBe(200);
  expect(body).toMatchObject({ distribution_id: id, step_seconds: 60 });
  const sum = (field: string) =>
    body.points.reduce((total: number, point: Record<string, number>) => total + (point[field] ?? 0), 0);
  expect(["requests", "cache_hits", "bytes_sent", "status_2xx", "status_4xx", "status_5xx"].map(sum)).toEqual([
    25, 22, 2_500, 22, 3, 0,
  ]);
  await api.database.pool.query("UPDATE cdn_metric SET minute = minute - interval '31 days'");
  expect((await api.request("GET", cdn.at(id, "/metrics"))).body.points).toEqual([]);
  await api.reconcile("forget-cdn-metrics");
  expect((await api.database.pool.query("SELECT FROM cdn_metric")).rowCount).toBe(0);
});

test("metrics of a distribution that is not there are 404, and of a range that is too long 400", async () => {
  const { id } = await cdn.ofBucket();
  expect((await api.request("GET", cdn.at("cdn_01kq3v9d5n8c2r7m4x6t0w1y5z", "/metrics"))).status).toBe(404);
  const query = { from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" };
  const { status, body } = await api.request("GET", cdn.at(id, "/metrics"), { query });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("from")]);
});

test("an edge that joins later is given every distribution", async () => {
  const { id } = await served(await connected());
  const late = await connected();
  expect(late.documents.has(id)).toBe(true);
});
