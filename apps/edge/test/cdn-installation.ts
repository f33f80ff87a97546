import { mkdtempSync, rmSync } from "node:fs";
import { type IncomingHttpHeaders, request, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfiguration } from "@fulmar/config";
import { addEdge } from "@fulmar/core/operator";
import { createLogger } from "@fulmar/http";
import { freePort } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { type Api, startApi } from "../../api/test/api-fixture.ts";
import { cdnOf } from "../../api/test/cdn/cdn-fixture.ts";
import { AMSTERDAM } from "../../api/test/networking/networking-fixture.ts";
import { buildObjectStore } from "../../object-store/src/server.ts";
import { Agent } from "../src/agent/agent.ts";
import { ApiClient, enroll } from "../src/agent/api-client.ts";
import { AgentFolder } from "../src/agent/folder.ts";
import { installedCdn } from "../src/cdn/installed-cdn.ts";
import { developmentCdn } from "../src/development/development-cdn.ts";

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The target of the request, if not the URL's path. */
  readonly target?: string;
}

interface CdnInstallationOptions {
  /** The server of the edge. */
  readonly server?: "nginx" | "development";
  /** Variables of the installation, for a CDN that answers HTTP at an address. */
  readonly environmentOf?: (http: string) => Promise<Readonly<Record<string, string>>>;
}

/** An API, an object store and an edge of the CDN for the tests of a file. Reconcilers run when a test says so. */
export function cdnInstallation({ server: which = "nginx", environmentOf }: CdnInstallationOptions = {}) {
  const logger = createLogger({ app: "edge", level: "silent" });
  let folder: string;
  let api: Api;
  let apiServer: Server;
  let store: Awaited<ReturnType<typeof buildObjectStore>>;
  let agent: Agent;
  let tlsPort = 0;
  const cdn = cdnOf(() => api);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "fulmar-edge-"));
    const [storePort, cdnPort] = [await freePort(), await freePort()];
    tlsPort = await freePort();
    const publicUrl = `http://cdn.localhost:${cdnPort}`;
    const http = `127.0.0.1:${cdnPort}`;
    const environment = {
      FULMAR_PUBLIC_CDN_URL: publicUrl,
      FULMAR_PUBLIC_OBJECT_STORE_URL: `http://127.0.0.1:${storePort}`,
      FULMAR_SECRET: "a secret of tests, long enough to be one",
      ...(await environmentOf?.(http)),
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
    const served = { publicUrl, http: [http], https: [`127.0.0.1:${tlsPort}`], certificate: undefined, cacheGb: 1 };
    const warn = (problem: unknown) => {
      throw problem;
    };
    const engine =
      which === "nginx"
        ? await installedCdn(served, { folder: join(folder, "cdn"), endsWithAgent: true, warn })
        : await developmentCdn(served);
    const client = new ApiClient(apiUrl, credential);
    agent = new Agent({ api: client, folder: kept, engines: [engine], logger, reportMs: 500 });
    agent.start();
    await vi.waitFor(async () => {
      const { rows } = await api.database.pool.query("SELECT kinds FROM edge");
      expect(rows[0].kinds).toContain("distribution");
    }, 45_000);
  });
  afterAll(async () => {
    await agent.stop();
    for (const server of [store.server, apiServer]) server.closeAllConnections();
    await store.close();
    await api.close();
    rmSync(folder, { recursive: true });
  });

  const post = async (path: string, body: object) => (await api.request("POST", path, { body })).body;
  return {
    api: () => api,
    cdn,
    post,
    tlsPort: () => tlsPort,
    /** The answer to a URL of the CDN. Its names are not resolved: nginx is on loopback. */
    visit: (url: string, { method = "GET", headers = {}, target }: Asked = {}) =>
      new Promise<Answer>((resolve, reject) => {
        const { host, port, pathname, search } = new URL(url);
        const asked = request(
          { host: "127.0.0.1", port, path: target ?? pathname + search, method, headers: { host, ...headers } },
          async (answer) => {
            let text = "";
            for await (const chunk of answer) text += chunk;
            resolve({ status: answer.statusCode, text, headers: answer.headers });
          },
        );
        asked.on("error", reject).end();
      }),
    async upload(bucket: string, object_key: string, body: string) {
      const { url } = await post(`/object-storage/buckets/${bucket}/upload-urls`, { object_key, expires_in: 300 });
      expect((await fetch(url, { method: "PUT", body })).status).toBe(200);
    },
    async distributionOf(
      bucket: string,
    ): Promise<{ readonly id: string; readonly default_url: string; readonly default_domain: string }> {
      const { body } = await cdn.create({ name: cdn.newName(), origin_id: bucket });
      await api.reconcile("deploy-distributions");
      expect((await api.request("GET", cdn.at(body.id, ""))).body.status).toBe("active");
      return body;
    },
  };
}
