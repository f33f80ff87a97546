// Distributions made by REST, deployed by the worker's reconcilers and served by an agent's nginx: a visitor's request
// goes through nginx to the object store.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, request, type Server } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration } from "@fulmar/config";
import { addEdge } from "@fulmar/core/operator";
import { createLogger } from "@fulmar/http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Api, startApi } from "../../api/test/api-fixture.ts";
import { cdnOf } from "../../api/test/cdn/cdn-fixture.ts";
import { AMSTERDAM } from "../../api/test/networking/networking-fixture.ts";
import { buildObjectStore } from "../../object-store/src/server.ts";
import { Agent } from "../src/agent/agent.ts";
import { ApiClient, enroll } from "../src/agent/api-client.ts";
import { AgentFolder } from "../src/agent/folder.ts";
import { lacking } from "../src/cdn/cdn-fixture.ts";
import { installedCdn } from "../src/cdn/installed-cdn.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe.skipIf(lacking.length > 0)("a visitor of the CDN", () => {
  const logger = createLogger({ app: "edge", level: "silent" });
  const folder = mkdtempSync(join(tmpdir(), "fulmar-edge-"));
  let api: Api;
  let apiServer: Server;
  let store: Awaited<ReturnType<typeof buildObjectStore>>;
  let agent: Agent;
  const cdn = cdnOf(() => api);

  beforeAll(async () => {
    const [storePort, cdnPort] = [await freePort(), await freePort()];
    const publicUrl = `http://cdn.localhost:${cdnPort}`;
    const environment = {
      FULMAR_PUBLIC_CDN_URL: publicUrl,
      FULMAR_PUBLIC_OBJECT_STORE_URL: `http://127.0.0.1:${storePort}`,
      FULMAR_SECRET: "a secret of tests, long enough to be one",
    };
    api = await startApi(environment);
    const configuration = loadConfiguration({
      ...environment,
      DATABASE_URL: api.databaseUrl,
      FULMAR_DATA_DIR: join(folder, "objects"),
    });
    const leaving = new AbortController().signal;
    store = await buildObjectStore({ database: api.served, configuration, logger, leaving });
    store.server.listen(storePort, "127.0.0.1");
    const { port, server } = await api.listen();
    apiServer = server;
    const apiUrl = `http://127.0.0.1:${port}`;
    const { token } = await addEdge(api.database, { name: "front", site_id: AMSTERDAM, serves_cdn: true });
    const kept = new AgentFolder(folder);
    const { credential } = await enroll(apiUrl, { token, hostname: "laptop" });
    const served = { publicUrl, http: [`127.0.0.1:${cdnPort}`], https: [], certificate: undefined, cacheGb: 1 };
    const warn = (problem: unknown) => {
      throw problem;
    };
    const engine = await installedCdn(served, { folder: join(folder, "cdn"), endsWithAgent: true, warn });
    agent = new Agent({ api: new ApiClient(apiUrl, credential), folder: kept, engines: [engine], logger });
    agent.start();
    await vi.waitFor(async () => {
      const { rows } = await api.database.pool.query("SELECT kinds FROM edge");
      expect(rows[0].kinds).toContain("distribution");
    }, 20_000);
  });
  afterAll(async () => {
    await agent.stop();
    for (const server of [store.server, apiServer]) server.closeAllConnections();
    await store.close();
    await api.close();
    rmSync(folder, { recursive: true });
  });

  /** The answer to a URL of the CDN. Its names are not resolved: nginx is on loopback. */
  const visit = (url: string) =>
    new Promise<{ status: number | undefined; text: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const { host, port, pathname, search } = new URL(url);
      const asked = request({ host: "127.0.0.1", port, path: pathname + search, headers: { host } }, async (answer) => {
        let text = "";
        for await (const chunk of answer) text += chunk;
        resolve({ status: answer.statusCode, text, headers: answer.headers });
      });
      asked.on("error", reject).end();
    });
  const post = async (path: string, body: object) => (await api.request("POST", path, { body })).body;
  async function upload(bucket: string, object_key: string, body: string) {
    const { url } = await post(`/object-storage/buckets/${bucket}/upload-urls`, { object_key, expires_in: 300 });
    expect((await fetch(url, { method: "PUT", body })).status).toBe(200);
  }
  const urlOf = async (bucket_name: string, object_key: string): Promise<string> =>
    (await post("/cdn/generate-url", { bucket_name, object_key })).cdn_url;
  async function distributionOf(bucket: string): Promise<{ id: string; default_url: string }> {
    const { body } = await cdn.create({ name: cdn.newName(), origin_id: bucket });
    await api.reconcile("deploy-distributions");
    expect((await api.request("GET", cdn.at(body.id, ""))).body.status).toBe("active");
    return body;
  }

  test("gets a private object by a signed URL alone, a public one by the plain URL", async () => {
    const bucket = await cdn.bucket();
    const { default_url } = await distributionOf(bucket);
    await upload(bucket, "a/ü b.txt", "hello");
    const signed = urlOf(bucket, "a/ü b.txt");
    const answer = signed.then(visit);
    await signed;
    await api.reconcile("deploy-distributions");
    expect(await answer).toMatchObject({ status: 200, text: "hello", headers: { "x-cache": "MISS" } });
    expect(await visit(await signed)).toMatchObject({ status: 200, text: "hello", headers: { "x-cache": "HIT" } });
    const plain = `${default_url}/a/%C3%BC%20b.txt`;
    expect((await visit(plain)).status).toBe(403);
    await api.request("PATCH", `/object-storage/buckets/${bucket}`, { body: { is_public: true } });
    await api.reconcile("deploy-distributions");
    expect(await visit(plain)).toMatchObject({ status: 200, text: "hello" });
  });

  test("gets the new object after a purge", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { id, default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "old");
    expect((await visit(`${default_url}/a.txt`)).text).toBe("old");
    await upload(bucket, "a.txt", "new");
    expect((await visit(`${default_url}/a.txt`)).text).toBe("old");
    const { purge_id } = await post(cdn.at(id, "/purge"), { paths: ["/a.txt"] });
    await api.reconcile("run-purges");
    expect((await api.request("GET", cdn.at(id, `/purges/${purge_id}`))).body.status).toBe("succeeded");
    expect((await visit(`${default_url}/a.txt`)).text).toBe("new");
  });

  test("gets objects of a bucket without a distribution on the common domain", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    await upload(bucket, "a.txt", "common");
    const url = await urlOf(bucket, "a.txt");
    const answer = visit(url);
    await api.reconcile("deploy-common-paths");
    expect(await answer).toMatchObject({ status: 200, text: "common" });
  });

  test("is not answered after the distribution was deleted", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { id, default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "x");
    expect((await visit(`${default_url}/a.txt`)).status).toBe(200);
    await api.request("DELETE", cdn.at(id, ""));
    await api.reconcile("reconcile-edge");
    await expect.poll(async () => (await visit(`${default_url}/a.txt`)).status).toBe(421);
  });

  test("is sent bytes that are counted for the distribution", async () => {
    const bucket = await cdn.bucket({ is_public: true });
    const { id, default_url } = await distributionOf(bucket);
    await upload(bucket, "a.txt", "x".repeat(5_000));
    for (let visits = 0; visits < 3; visits++) await visit(`${default_url}/a.txt`);
    const counted = async () => {
      const { rows } = await api.database.pool.query("SELECT bytes::int FROM transfer WHERE resource_id = $1", [id]);
      return rows[0]?.bytes;
    };
    await expect.poll(counted, { timeout: 20_000 }).toBeGreaterThan(15_000);
  });
});
