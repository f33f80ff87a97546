import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { isIPv6 } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needs } from "@fulmar/testkit";
import { afterAll, describe, expect, test } from "vitest";
import { customOriginProblem } from "../../../../packages/core/src/cdn/custom-origin.ts";
import { CdnDomain } from "../../../../packages/core/src/cdn/edge.ts";
import { certificateFor, edgeOfFile, lacking, NGINX, originOfFile } from "./cdn-fixture.ts";

const cdn = new CdnDomain({ publicCdnUrl: "https://cdn.fulmar.example" });

/** A name server that answers with these addresses, and with nothing for other names. */
async function nameServerOfFile(records: Map<string, readonly string[]>, host = "127.0.0.1") {
  const server = createSocket(isIPv6(host) ? "udp6" : "udp4");
  let asked = 0;
  server.on("message", (query, from) => {
    asked += 1;
    const end = query.indexOf(0, 12);
    const labels: string[] = [];
    for (let at = 12; at < end; at += 1 + (query[at] ?? 0))
      labels.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)).toString());
    const isIpv6 = query[end + 2] === 28;
    const addresses = (records.get(labels.join(".")) ?? []).filter((address) => address.includes(":") === isIpv6);
    const answers = addresses.map((address) => {
      const bytes = isIpv6
        ? Buffer.from(
            address
              .split(":")
              .map((group) => group.padStart(4, "0"))
              .join(""),
            "hex",
          )
        : Buffer.from(address.split(".").map(Number));
      const head = Buffer.from([0xc0, 12, 0, isIpv6 ? 28 : 1, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
      return Buffer.concat([head, bytes]);
    });
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
    server.send(Buffer.concat([head, query.subarray(12, end + 5), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, host, resolve));
  afterAll(() => void server.close());
  return { address: `${isIPv6(host) ? `[${host}]` : host}:${server.address().port}`, asked: () => asked };
}

describe("custom origins", needs(NGINX, lacking.length === 0), async () => {
  if (lacking.length > 0) return;
  const records = new Map<string, readonly string[]>();
  const names = await nameServerOfFile(records);
  const trusted = mkdtempSync(join(tmpdir(), "fulmar-trusted-"));
  afterAll(() => rmSync(trusted, { recursive: true }));
  const certificate = certificateFor("good.example", "other.example");
  const trustedCertificates = join(trusted, "ca.pem");
  writeFileSync(trustedCertificates, certificate.chainPem);
  const open = await edgeOfFile({ nameservers: [names.address], trustedCertificates });
  const namesByIpv6 = await nameServerOfFile(records, "::1");
  const strict = await edgeOfFile({ nameservers: [namesByIpv6.address], allowLoopback: false });
  const origin = await originOfFile((message, response) => response.end(`of ${message.headers.host}`));

  test("a name is resolved by the name servers, and its answer is remembered", async () => {
    records.set("origin.example", ["127.0.0.1"]);
    const { get } = await open.serve({ origin: { type: "custom", url: `http://origin.example:${origin.port}` } });
    const host = `origin.example:${origin.port}`;
    expect(await get("/1")).toMatchObject({ status: 200, text: `of ${host}` });
    const before = names.asked();
    for (const path of ["/2", "/3", "/4", "/5"]) expect((await get(path)).status).toBe(200);
    // Each worker asks by itself.
    expect(names.asked() - before).toBeLessThanOrEqual(1);
  });

  test("the next address is tried when one does not answer", async () => {
    records.set("two.example", ["127.0.0.2", "127.0.0.1"]);
    const { get } = await open.serve({ origin: { type: "custom", url: `http://two.example:${origin.port}` } });
    expect(await get("/")).toMatchObject({ status: 200 });
  });

  test("a name without an address is 502", async () => {
    const { get } = await open.serve({ origin: { type: "custom", url: "http://nowhere.example" } });
    expect(await get("/")).toMatchObject({ status: 502, text: "The origin's name could not be resolved.\n" });
  });

  const PRIVATE = [
    ...["0.0.0.1", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1"],
    ...["192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1"],
    ...["224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["0:0:0:0:0:ffff:a00:1", "fc00:0:0:0:0:0:0:1", "fe80:0:0:0:0:0:0:1", "2001:0:0:0:0:0:0:1"],
    ...["2001:db8:0:0:0:0:0:1", "2002:a00:1:0:0:0:0:1", "3fff:0:0:0:0:0:0:1", "64:ff9b:0:0:0:0:a00:1"],
  ];
  test.each(PRIVATE)("a name that leads to %s is never connected to", async (address) => {
    const name = `n${PRIVATE.indexOf(address)}.example`;
    records.set(name, [address]);
    const { get } = await open.serve({ origin: { type: "custom", url: `http://${name}:1` } });
    expect(await get("/")).toMatchObject({ status: 502, text: "The origin's address is not public.\n" });
  });

  test.each(PRIVATE)("an origin by the address %s is never connected to, and core refuses it too", async (address) => {
    const host = address.includes(":") ? `[${address}]` : address;
    expect(customOriginProblem(`https://${host}`, cdn)).toBeDefined();
    const { get } = await open.serve({ origin: { type: "custom", url: `http://${host}:1` } });
    expect(await get("/")).toMatchObject({ status: 502, text: "The origin's address is not public.\n" });
  });

  test.each(["10.0.0.1", "127.0.0.1"])("of the addresses of a name, %s is left out", async (address) => {
    const name = `mixed-${address.replaceAll(".", "-")}.example`;
    records.set(name, [address, "127.0.0.1"]);
    const { get } = await open.serve({ origin: { type: "custom", url: `http://${name}:${origin.port}` } });
    expect((await get("/")).status).toBe(200);
  });

  test.each(["127.0.0.1", "localhost.example", "[::1]"])(
    "loopback (%s) is for laptops alone, by a name server with an IPv6 address, too",
    async (host) => {
      records.set("localhost.example", ["127.0.0.1"]);
      const { get } = await strict.serve({ origin: { type: "custom", url: `http://${host}:${origin.port}` } });
      expect(await get("/")).toMatchObject({ status: 502, text: "The origin's address is not public.\n" });
    },
  );

  test("an origin by HTTPS has to have a trusted certificate of its name", async () => {
    const server = createServer({ key: certificate.privateKeyPem, cert: certificate.chainPem }, (_, response) =>
      response.end("secure"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    for (const [name, status] of [
      ["good.example", 200],
      ["bad.example", 502],
      ["other.example", 200],
    ] as const) {
      records.set(name, ["127.0.0.1"]);
      const { get } = await open.serve({ origin: { type: "custom", url: `https://${name}:${port}` } });
      expect((await get("/")).status, name).toBe(status);
    }
  });
});
