// Certificates of load balancers' domains: ordered by the worker from an authority, whose challenges HAProxy answers.

import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { addEdge } from "@fulmar/core/operator";
import { createLogger } from "@fulmar/http";
import { freePort, needs } from "@fulmar/testkit";
import { type AcmeServer, startAcmeServer } from "@fulmar/testkit/acme";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, startApi } from "../../api/test/api-fixture.ts";
import { databaseState } from "../../api/test/database-state.ts";
import { AMSTERDAM, uniqueName } from "../../api/test/networking/networking-fixture.ts";
import { Agent } from "../src/agent/agent.ts";
import { ApiClient, enroll } from "../src/agent/api-client.ts";
import { AgentFolder } from "../src/agent/folder.ts";
import type { Engine } from "../src/engine.ts";
import { balancerChallenges } from "../src/haproxy/balancer-challenges.ts";
import { HaproxyBalancers } from "../src/haproxy/haproxy-balancers.ts";
import { haproxyVersion } from "../src/haproxy/haproxy-process.ts";
import { hasPebble, startPebble } from "./pebble.ts";

const version = await haproxyVersion();
if (version === undefined) console.log("HAProxy is not installed: certificates of load balancers are not tested.");
if (!hasPebble)
  console.log("The test with Pebble is skipped: this machine does not have pebble and pebble-challtestsrv.");

const DAY_MS = 86_400_000;
/** An agent reports every five seconds. */
const POLL = { timeout: 30_000 };

/**
 * An API and an edge with HAProxy. All balancers are on 127.0.0.1, and authorities visit them at one port.
 * @param directoryOf starts an authority that visits an address
 */
function installation(directoryOf: (visit: string) => Promise<string>) {
  const logger = createLogger({ app: "edge", level: "silent" });
  const folder = mkdtempSync(join(tmpdir(), "fulmar-edge-"));
  let api: Api;
  let apiServer: Server;
  let agent: Agent;

  beforeAll(async () => {
    const challengePort = await freePort();
    api = await startApi({ FULMAR_ACME_DIRECTORY: await directoryOf(`127.0.0.1:${challengePort}`) });
    const { port, server } = await api.listen();
    apiServer = server;
    const apiUrl = `http://127.0.0.1:${port}`;
    const { token } = await addEdge(api.database, { name: "front", site_id: AMSTERDAM, serves_cdn: false });
    const { credential } = await enroll(apiUrl, { token, hostname: "laptop" });
    const haproxy = new HaproxyBalancers({
      folder: join(folder, "haproxy"),
      version: version ?? "",
      endsWithAgent: true,
    });
    const engines = [atHome(haproxy, challengePort), balancerChallenges(haproxy)];
    agent = new Agent({ api: new ApiClient(apiUrl, credential), folder: new AgentFolder(folder), engines, logger });
    agent.start();
  });
  afterAll(async () => {
    await agent.stop();
    apiServer.closeAllConnections();
    await api.close();
    rmSync(folder, { recursive: true });
  });

  const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values);
  const apply = async () => {
    await query("UPDATE load_balancer SET apply_at = now() WHERE apply_at IS NOT NULL");
    await api.reconcile("apply-load-balancers");
  };
  const order = async () => {
    await query("UPDATE load_balancer_certificate SET check_at = now()");
    await api.reconcile("order-load-balancer-certificates");
    await apply();
  };
  return {
    api: () => api,
    query,
    order,
    /** A new load balancer with a listener of HTTPS for a domain, which does not point to it yet. */
    async balancer(domain: string) {
      const port = await freePort();
      const rules = [{ redirect: { url: "https://www.example.com/", status: 307 } }];
      const listeners = [{ name: "https", protocol: "https", port, domains: [domain], rules }];
      const body = { name: uniqueName("lb"), site_id: AMSTERDAM, configuration: { listeners } };
      const { body: made } = await api.request("POST", "/load-balancers", { body });
      const at = `/load-balancers/${made.load_balancer_id}`;
      await expect
        .poll(async () => {
          await apply();
          return (await api.request("GET", at)).body;
        })
        .toMatchObject({ status: "active", error_message: null });
      return {
        at,
        state: async () => (await api.request("GET", `${at}/certificates`)).body[0],
        point: () => query("INSERT INTO simulated.dns_record VALUES ($1, 'A', $2)", [domain, made.public_ip]),
        remove: async () => {
          await api.request("DELETE", at);
          await api.reconcile("reconcile-load-balancers");
        },
        /** The serial number of the certificate that visitors get, if it is the domain's and the authority's. */
        async serial(ca: string): Promise<string> {
          const socket = connect({ port, host: "127.0.0.1", servername: domain, ca });
          await once(socket, "secureConnect");
          const { serialNumber } = new X509Certificate(socket.getPeerCertificate().raw);
          socket.destroy();
          return serialNumber;
        },
      };
    },
  };
}

function atHome(engine: Engine<"load_balancer">, challengePort: number): Engine<"load_balancer"> {
  return {
    ...{ kinds: engine.kinds, server: engine.server },
    apply({ documents, changed }, signal) {
      const here = [...documents].map(([id, document]) => {
        const { challenges, ...body } = document.body;
        const moved = {
          ...body,
          publicIp: "127.0.0.1",
          challenges: challenges && { ...challenges, port: challengePort },
        };
        return [id, { ...document, body: moved }] as const;
      });
      return engine.apply({ documents: new Map(here), changed }, signal);
    },
    health: () => engine.health(),
    usage: () => engine.usage(),
    certificates: () => engine.certificates(),
    close: () => engine.close(),
  };
}

describe("a load balancer's domain", needs("HAProxy", version !== undefined), () => {
  let authority: AcmeServer;
  let visit = "";
  const { api, query, order, balancer } = installation(async (address) => {
    visit = address;
    authority = await startAcmeServer(address);
    return authority.directoryUrl;
  });
  beforeEach(() => {
    Object.assign(authority, { refusal: undefined, visit, lifeMs: 90 * DAY_MS });
    authority.asked.length = 0;
  });
  afterAll(() => authority.stop());
  const ordered = () => authority.asked.filter((what) => what === "finalize").length;

  test("gets a certificate once it points to the load balancer, and a new one at two thirds of its life", async () => {
    const { state, point, serial, remove } = await balancer("www.shop.test");
    expect(await state()).toMatchObject({
      domain: "www.shop.test",
      status: "pending",
      problem: null,
      expires_at: null,
    });
    await order();
    expect(await state()).toMatchObject({
      status: "pending",
      problem: expect.stringMatching(/^The domain www\.shop\.test has no address in DNS; give it an A record with /),
    });
    expect(authority.asked).toEqual([]);
    await point();
    await order();
    expect(await state()).toMatchObject({ status: "active", problem: null });
    expect(Date.parse((await state()).expires_at) - Date.now()).toBeGreaterThan(89 * DAY_MS);
    const first = await serial(authority.rootPem);
    const told = async () =>
      (await query("SELECT name, fingerprint, expires_at FROM edge_certificate WHERE kind = 'load_balancer'")).rows;
    await expect.poll(told, POLL).toMatchObject([{ name: "www.shop.test" }]);
    const [served] = await told();
    expect(served.expires_at.toISOString()).toBe((await state()).expires_at);

    await order();
    expect([await serial(authority.rootPem), ordered()]).toEqual([first, 1]);
    await query("UPDATE acme_certificate SET renew_at = now()");
    await order();
    expect(await state()).toMatchObject({ status: "active", problem: null });
    expect(await serial(authority.rootPem)).not.toBe(first);
    await expect.poll(async () => (await told())[0]?.fingerprint, POLL).not.toBe(served.fingerprint);
    expect(JSON.stringify(await databaseState(api().database))).not.toContain("PRIVATE KEY");
    await remove();
    await expect.poll(told, POLL).toEqual([]);
  });

  test("tells the authority's refusal and the next try, and keeps its certificate while a renewal fails", async () => {
    const { state, point, serial, remove } = await balancer("www.refused.test");
    await point();
    authority.refusal = { type: "rateLimited", detail: "too many certificates for this domain" };
    await order();
    const refused = {
      status: "failed",
      problem: expect.stringMatching(
        /^The certificate authority did not issue a certificate: too many certificates for this domain\. The next try is at .*\.$/,
      ),
    };
    expect(await state()).toMatchObject(refused);
    const asked = authority.asked.length;
    authority.refusal = undefined;
    await order();
    expect([await state(), authority.asked.length]).toMatchObject([refused, asked]);
    authority.visit = "127.0.0.1:1";
    await query("UPDATE acme_certificate SET next_try_at = now()");
    await order();
    expect((await state()).problem).toMatch("www.refused.test did not answer the challenge: connect ECONNREFUSED");
    authority.visit = visit;
    await query("UPDATE acme_certificate SET next_try_at = now()");
    await order();
    expect(await state()).toMatchObject({ status: "active", problem: null });
    const first = await serial(authority.rootPem);

    authority.refusal = { type: "serverInternal", detail: "The authority is being repaired." };
    await query("UPDATE acme_certificate SET renew_at = now()");
    await order();
    expect(await state()).toMatchObject({
      status: "active",
      problem: expect.stringContaining("The authority is being repaired."),
    });
    expect(await serial(authority.rootPem)).toBe(first);
    await remove();
  });

  test("has no certificate any more after it was removed", async () => {
    const { at, state, point, serial, remove } = await balancer("www.gone.test");
    await point();
    await order();
    await serial(authority.rootPem);
    const [{ listener_id }] = (await api().request("GET", `${at}/listeners`)).body;
    await api().request("PATCH", `${at}/listeners/${listener_id}`, { body: { domains: ["other.gone.test"] } });
    await order();
    expect(await state()).toMatchObject({ domain: "other.gone.test", expires_at: null });
    await expect(serial(authority.rootPem)).rejects.toThrow();
    await api().reconcile("forget-edge-documents");
    expect((await query("SELECT FROM acme_certificate WHERE certificate_id LIKE '%/www.gone.test'")).rows).toEqual([]);
    await remove();
    expect((await query("SELECT FROM load_balancer_certificate")).rows).toEqual([]);
  });
});

describe("Pebble", needs("HAProxy and Pebble", version !== undefined && hasPebble), () => {
  let authority: Awaited<ReturnType<typeof startPebble>>;
  const { order, query, balancer } = installation(async (visit) => {
    authority = await startPebble(visit);
    return authority.directoryUrl;
  });
  afterAll(() => authority.stop());

  test("issues certificates of load balancers, which are renewed", async () => {
    const { state, point, serial } = await balancer("www.pebble.test");
    await point();
    await order();
    expect(await state()).toMatchObject({ status: "active", problem: null });
    const first = await serial(authority.rootPem);
    await query("UPDATE acme_certificate SET renew_at = now()");
    await order();
    expect(await serial(authority.rootPem)).not.toBe(first);
  });
});
