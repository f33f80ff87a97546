import { readdirSync, readFileSync, statSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { join } from "node:path";
import { connect } from "node:tls";
import { needs } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { createCdnEngine } from "./cdn-engine.ts";
import { certificateFor, distribution, edgeOfFile, lacking, NGINX, originOfFile } from "./cdn-fixture.ts";

describe("hosting", needs(NGINX, lacking.length === 0), async () => {
  if (lacking.length > 0) return;
  const edge = await edgeOfFile();
  const custom = await originOfFile((_, response) => response.end("served"));
  const pidOf = () => Number(readFileSync(join(edge.folder, "nginx.pid"), "utf8"));

  /** The names of the certificate that is shown for a name; undefined if the handshake fails. */
  const shown = (servername: string) =>
    new Promise<string | undefined>((resolve) => {
      const socket = connect({ port: edge.tlsPort, host: "127.0.0.1", servername, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().subjectaltname);
        socket.destroy();
      });
      socket.on("error", () => resolve(undefined));
    });

  test("each name has its certificate, wildcards theirs, and other names none", async () => {
    await edge.apply(
      edge.document("certificate", "c1", certificateFor("one.example", "www.one.example")),
      edge.document("certificate", "c2", certificateFor("*.wild.example")),
      edge.document("certificate", "c3", certificateFor("own.wild.example")),
    );
    expect(await shown("one.example")).toBe("DNS:one.example, DNS:www.one.example");
    expect(await shown("WWW.one.example")).toBe("DNS:one.example, DNS:www.one.example");
    expect(await shown("any.wild.example")).toBe("DNS:*.wild.example");
    expect(await shown("own.wild.example")).toBe("DNS:own.wild.example");
    for (const name of ["wild.example", "a.b.wild.example", "other.example"]) expect(await shown(name)).toBeUndefined();
  });

  test("a renewed certificate is shown at once, and a removed one no more", async () => {
    await edge.apply(edge.document("certificate", "c1", certificateFor("one.example", "www.one.example")));
    expect(await shown("www.one.example")).toBe("DNS:one.example, DNS:www.one.example");
    await edge.apply(edge.document("certificate", "c1", certificateFor("one.example", "new.one.example")));
    expect(await shown("one.example")).toBe("DNS:one.example, DNS:new.one.example");
    expect(await shown("www.one.example")).toBeUndefined();
    await edge.apply("c1");
    expect(await shown("one.example")).toBeUndefined();
  });

  test("a certificate with another key is named, and the one before stays", async () => {
    await edge.apply(edge.document("certificate", "c4", certificateFor("kept.example")));
    const wrong = { ...certificateFor("kept.example"), privateKeyPem: certificateFor("x.example").privateKeyPem };
    const failures = await edge.apply(edge.document("certificate", "c4", wrong));
    expect(failures).toEqual([
      expect.objectContaining({ id: "c4", message: "The private key is not the certificate's." }),
    ]);
    expect(await shown("kept.example")).toBe("DNS:kept.example");
  });

  test("HTTP/2", async () => {
    await edge.apply(edge.document("certificate", "c5", certificateFor("two.example")));
    await edge.serve({ origin: custom.origin, hosts: ["two.example"] });
    const session = connectHttp2("https://two.example", {
      createConnection: () =>
        connect({
          port: edge.tlsPort,
          host: "127.0.0.1",
          servername: "two.example",
          ALPNProtocols: ["h2"],
          rejectUnauthorized: false,
        }),
    });
    const answers = await Promise.all(
      ["/1", "/1", "/2"].map(
        (path) =>
          new Promise<unknown>((resolve, reject) => {
            const stream = session.request({ ":path": path });
            stream.on("response", (headers) => resolve(headers[":status"]));
            stream.on("error", reject);
            stream.end();
          }),
      ),
    );
    session.destroy();
    expect(answers).toEqual([200, 200, 200]);
  });

  test("a challenge is answered for its domain before anything else", async () => {
    const path = "/.well-known/acme-challenge/token_1";
    await edge.serve({ origin: custom.origin, hosts: ["challenged.example"], enabled: false });
    await edge.apply(
      edge.document("challenge", "token_1", { domain: "challenged.example", keyAuthorization: "token_1.thumb" }),
    );
    expect(await edge.get("challenged.example", path)).toMatchObject({ status: 200, text: "token_1.thumb" });
    expect((await edge.get("other.example", path)).status).toBe(421);
    await edge.apply("token_1");
    expect((await edge.get("challenged.example", path)).status).toBe(403);
  });

  test("nginx goes on without its agent, and a new agent takes it over", async () => {
    const site = await edge.serve({ origin: custom.origin });
    const kept = await edge.serve({ origin: custom.origin });
    const pid = pidOf();
    await edge.engine().close();
    expect((await site.get("/")).status).toBe(200);
    edge.documents.delete(site.id);
    const body = distribution({ origin: custom.origin, hosts: ["meanwhile.example"] });
    edge.documents.set("cdn_meanwhile", edge.document("distribution", "cdn_meanwhile", body));
    await edge.restartAgent();
    expect(pidOf()).toBe(pid);
    expect((await site.get("/")).status).toBe(200);
    const documents = edge.documents;
    await edge.engine().apply({ documents, changed: undefined }, new AbortController().signal);
    expect((await site.get("/")).status).toBe(421);
    expect((await edge.get("meanwhile.example", "/")).status).toBe(200);
    expect((await kept.get("/")).status).toBe(200);
  });

  test("a restarted nginx serves nothing until everything is pushed again", async () => {
    const site = await edge.serve({ origin: custom.origin });
    await edge.engine().stop();
    const fresh = await createCdnEngine(edge.options);
    expect(await site.get("/")).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    await fresh.apply({ documents: edge.documents, changed: undefined }, new AbortController().signal);
    expect((await site.get("/")).status).toBe(200);
    expect((await edge.get("nobody.example", "/")).status).toBe(421);
    await fresh.close();
    await edge.restartAgent();
    await edge.apply();
  });

  test("an nginx that was killed is started and filled again without a call", async () => {
    const site = await edge.serve({ origin: custom.origin });
    const pid = pidOf();
    const children = childrenOf(pid);
    process.kill(pid, "SIGKILL"); // First: it would replace its children.
    for (const child of children) process.kill(child, "SIGKILL");
    await expect.poll(async () => (await site.get("/").catch(() => undefined))?.status, { interval: 200 }).toBe(200);
    expect(pidOf()).not.toBe(pid);
  });

  test("counts what each distribution served, also over a reload and another agent", async () => {
    await edge.engine().usage();
    const site = await edge.serve({ origin: custom.origin });
    const total = { requests: 0, hits: 0, bytes: 0, "2xx": 0, "4xx": 0 };
    const add = async () => {
      const one = (await edge.engine().usage()).distributions.find(({ distributionId }) => distributionId === site.id);
      total.requests += one?.requests ?? 0;
      total.hits += one?.cacheHits ?? 0;
      total.bytes += one?.bytes ?? 0;
      total["2xx"] += one?.statuses["2xx"] ?? 0;
      total["4xx"] += one?.statuses["4xx"] ?? 0;
      return total.requests;
    };
    for (let request = 0; request < 10; request++) await site.get("/x");
    await site.get("/x", { method: "POST" });
    process.kill(pidOf(), "SIGHUP");
    for (let request = 0; request < 10; request++) await site.get("/x");
    await edge.restartAgent();
    await edge.apply();
    await expect.poll(add, { interval: 200 }).toBe(21);
    expect(total).toMatchObject({ requests: 21, hits: 19, "2xx": 20, "4xx": 1 });
    expect(total.bytes).toBeGreaterThan(21 * 100);
    await add();
    expect(total.requests).toBe(21);
  });

  test("only the agent can open the control socket and read the keys' folder", () => {
    expect(statSync(join(edge.folder, "control")).mode & 0o777).toBe(0o700);
    for (const file of ["nginx.conf", "purges.json"])
      expect(statSync(join(edge.folder, file)).mode & 0o777).toBe(0o600);
    const all = readdirSync(edge.folder).map((name) => join(edge.folder, name));
    const texts = all.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, "utf8"));
    expect(texts.join("")).not.toContain("PRIVATE KEY");
  });

  test("a configuration that nginx refuses leaves the running one", async () => {
    const site = await edge.serve({ origin: custom.origin });
    await expect(createCdnEngine({ ...edge.options, http: ["no address"] })).rejects.toThrow("host not found");
    expect((await site.get("/")).status).toBe(200);
  });
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}
