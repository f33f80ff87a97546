// Simulated machines send from loopback addresses that end like their own: packages/providers/src/simulated.
import { createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { identityKeys } from "@fulmar/core";
import { MetadataDoor } from "@fulmar/core/worker";
import { silent } from "@fulmar/engine/testing";
import { beforeAll, expect, test } from "vitest";
import { computeFixture } from "../../../../packages/core/test/compute-fixture.ts";
import { listenForMachines, type MetadataServer } from "./metadata-server.ts";

const fixture = computeFixture();
const USER_DATA = "#!/bin/sh\necho 'grüße' > /root/hello\n";
const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHAoH8sVEuw8oX5xfkBCdCcSJPgoC+x9B1tQFsGqnqkB ann@laptop";
const ISSUER = "https://api.example.com";

interface Own {
  readonly id: string;
  readonly from: string;
  readonly address: string;
}

let server: MetadataServer;
let [ann, bob]: Own[] = [];

async function listen(rate = { perSecond: 1_000, burst: 10_000 }): Promise<MetadataServer> {
  const { services, database } = fixture.world;
  const { site_id: siteId } = await database.prisma.site.findFirstOrThrow({ orderBy: { position: "asc" } });
  const door = new MetadataDoor(services.database.sql, { secrets: services.secrets, publicApiUrl: ISSUER }, { siteId });
  const site = async () => (await services.provider("simulated")).metadata;
  const listener = { host: "127.0.0.1", names: ["169.254.169.254"] };
  return listenForMachines({ sites: [{ door, site }], listener, port: 0, logger: silent, rate });
}

/** Makes a running machine. Workers end with each test. */
async function machine(name: string, more: object): Promise<Own> {
  fixture.work();
  const { vm_id, operation_id } = await fixture.send<{ vm_id: string; operation_id: string }>(
    "cloudVm.create",
    {},
    { name, plan_id: "plan-nano", template_id: "debian-13", ...more },
  );
  await fixture.ended(operation_id);
  const { private_ip: address } = await fixture.vm(vm_id);
  if (address === null) throw new Error("the machine has no address");
  return { id: vm_id, address, from: address.replace(/^[0-9]+/, "127") };
}

beforeAll(async () => {
  ann = await machine("ann", { user_data: USER_DATA, tags: ["team=web", "json", "a b=c", "a/b"], ssh_keys: [KEY] });
  bob = await machine("bob", {});
  server = await listen();
  return () => server.close();
});

interface Asked {
  readonly status: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

function ask(
  from: Own | string | undefined,
  path: string,
  {
    method = "GET",
    headers = {},
    port = server.port,
  }: { method?: string; headers?: OutgoingHttpHeaders; port?: number } = {},
): Promise<Asked> {
  const localAddress = typeof from === "string" ? from : from?.from;
  const whole = { host: "169.254.169.254", ...headers };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port, path, method, headers: whole, agent: false, ...(localAddress && { localAddress }) },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (more) => {
          text += more;
        });
        response.once("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
      },
    );
    asked.once("error", reject).end();
  });
}

const TTL = "x-aws-ec2-metadata-token-ttl-seconds";

async function tokenOf(from: Own | undefined): Promise<OutgoingHttpHeaders> {
  const { text } = await ask(from, "/latest/api/token", { method: "PUT", headers: { [TTL]: "60" } });
  return { "x-aws-ec2-metadata-token": text };
}

async function read(from: Own | undefined, path: string): Promise<string> {
  const { status, text } = await ask(from, path, { headers: await tokenOf(from) });
  expect(status, `${path}: ${text}`).toBe(200);
  return text;
}

test("each machine reads its own, whatever it names in its request", async () => {
  for (const [own, name] of [
    [ann, "ann"],
    [bob, "bob"],
  ] as const) {
    expect(await read(own, "/latest/meta-data/instance-id")).toBe(own?.id);
    expect(await read(own, "/latest/meta-data/local-hostname")).toBe(name);
    expect(await read(own, "/latest/meta-data/local-ipv4")).toBe(own?.address);
    expect(JSON.parse(await read(own, "/fulmar/v1/machine"))).toMatchObject({ id: own?.id, name });
    expect(JSON.parse(await read(own, `/fulmar/v1/machine?id=${ann?.id}`))).toMatchObject({ id: own?.id });
  }
  expect(await read(ann, "/latest/user-data")).toBe(USER_DATA);
  expect(await read(ann, "/fulmar/v1/user_data")).toBe(USER_DATA);
  expect((await ask(bob, "/latest/user-data", { headers: await tokenOf(bob) })).status).toBe(404);
  expect(await read(ann, "/fulmar/v1/ssh_keys")).toBe(`${KEY}\n`);
});

test("changed user data is shown at once", async () => {
  await fixture.send("cloudVm.update", { vm_id: bob?.id }, { user_data: "#cloud-config\n" });
  expect(await read(bob, "/latest/user-data")).toBe("#cloud-config\n");
  await fixture.send("cloudVm.update", { vm_id: bob?.id }, { user_data: "" });
  expect(await read(bob, "/latest/user-data")).toBe("");
});

test("an address of no machine gets nothing, and neither does one on which database and site differ", async () => {
  expect((await ask("127.9.9.9", "/openstack/latest/meta_data.json")).status).toBe(404);
  expect((await ask(undefined, "/openstack")).status).toBe(404);
  const { pool } = fixture.world.database;
  const other = await machine("moved", {});
  expect((await ask(other, "/openstack")).status).toBe(200);
  await pool.query("UPDATE vm SET private_ip = '10.77.0.1' WHERE vm_id = $1", [other.id]);
  expect((await ask(other, "/openstack")).status).toBe(404);
});

test("a deleted machine gets nothing", async () => {
  const gone = await machine("gone", {});
  const { operation_id } = await fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id: gone.id });
  await fixture.ended(operation_id);
  expect((await ask(gone, "/openstack")).status).toBe(404);
});

test.each([
  ["x-forwarded-for", "10.0.0.9"],
  ["forwarded", "for=10.0.0.9"],
  ["via", "1.1 proxy"],
  ["x-real-ip", ""],
  ["host", "evil.example"],
  ["host", "169.254.169.254.evil.example"],
  ["host", "169.254.169.254@evil.example"],
  ["host", "169.254.169.254:80:80"],
  ["host", ""],
])("a request with %s: %s is refused, for a token too", async (name, value) => {
  const headers = { ...(await tokenOf(ann)), [name]: value };
  for (const path of ["/latest/meta-data/", "/openstack/latest/user_data", "/fulmar/v1/machine"])
    expect((await ask(ann, path, { headers })).status, path).toBe(403);
  const put = { method: "PUT", headers: { ...headers, [TTL]: "60" } };
  expect((await ask(ann, "/latest/api/token", put)).status).toBe(403);
});

test.each(["169.254.169.254", "169.254.169.254:80"])("a request for %s is answered", async (host) => {
  expect((await ask(ann, "/openstack", { headers: { host } })).status).toBe(200);
});

test.each([undefined, "", "0", "21601", "-1", "1.5", " 1 0", "1e3", "0x10", "ten"])(
  "a ttl of %s gives no token",
  async (ttl) => {
    const headers = ttl === undefined ? {} : { [TTL]: ttl };
    expect((await ask(ann, "/latest/api/token", { method: "PUT", headers })).status).toBe(400);
  },
);

test("a token is bound to its machine and says how long it holds", async () => {
  const put = { method: "PUT", headers: { [TTL]: "21600" } };
  expect((await ask(ann, "/latest/api/token", put)).headers[TTL]).toBe("21600");
  expect((await ask(ann, "/latest/api/token")).status).toBe(405);
  const path = "/latest/meta-data/instance-id";
  expect((await ask(ann, path)).status).toBe(401);
  const headers = await tokenOf(ann);
  expect((await ask(ann, path, { headers })).status).toBe(200);
  expect((await ask(bob, path, { headers })).status).toBe(401);
  for (const token of ["", "x", `${headers["x-aws-ec2-metadata-token"]}=`])
    expect((await ask(ann, path, { headers: { "x-aws-ec2-metadata-token": token } })).status).toBe(401);
});

test.each([
  "/latest/../openstack",
  "/latest/meta-data/constructor",
  "/latest/meta-data/__proto__/",
  "/latest/meta-data/instance-id/x",
  "/openstack/latest/toString",
  "/fulmar/v2",
  "/2999-01-01/meta-data/",
  "/%00",
])("%s is 404, in few words and without a way elsewhere", async (path) => {
  const { status, text, headers } = await ask(ann, path, { headers: await tokenOf(ann) });
  expect(status).toBe(404);
  expect(text.length).toBeLessThan(100);
  expect(headers.location).toBeUndefined();
});

test.each(["/%", "/%ff", `/${"a".repeat(1_024)}`, "http://169.254.169.254/openstack", "*"])(
  "malformed target %# is 400",
  async (path) => {
    expect((await ask(ann, path, { headers: await tokenOf(ann) })).status).toBe(400);
  },
);

test("headers have a limit, bodies are not read, and other methods are refused", async () => {
  expect((await ask(ann, "/openstack", { headers: { "x-long": "a".repeat(9_000) } })).status).toBe(400);
  expect((await ask(ann, "/openstack", { method: "POST" })).status).toBe(405);
  expect((await ask(ann, "/openstack", { method: "HEAD" })).text).toBe("");
});

test("a machine that asks too often is refused, and its neighbour is not", async () => {
  const limited = await listen({ perSecond: 0.001, burst: 3 });
  const from = (own: Own | undefined) => ask(own, "/openstack", { port: limited.port }).then(({ status }) => status);
  expect([await from(ann), await from(ann), await from(ann), await from(ann)]).toEqual([200, 200, 200, 429]);
  expect(await from(bob)).toBe(200);
  await limited.close();
});

test("a machine that holds many connections leaves some to its neighbour", async () => {
  const port = server.port;
  const held = Array.from({ length: 40 }, () => connect({ host: "127.0.0.1", port, localAddress: ann?.from }));
  const ends = held.map((socket) => once(socket, "close").then(() => true));
  // Eight of them are ended at once; the others stay as long as a header may take.
  for (const socket of held) socket.on("error", () => undefined);
  await Promise.race(ends);
  expect((await ask(bob, "/openstack")).status).toBe(200);
  for (const socket of held) socket.destroy();
  await Promise.all(ends);
  // The server learns a moment later that they have ended.
  const status = () =>
    ask(ann, "/openstack").then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status).toBe(200);
});

test("cloud-init's crawl of EC2's paths finds what its data source needs", async () => {
  const headers = await tokenOf(ann);
  /** As MetadataMaterializer of cloud-init reads folders (cloudinit/sources/helpers/ec2.py). */
  const crawl = async (folder: string): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {};
    for (const line of (await ask(ann, folder, { headers })).text.split("\n")) {
      const [first = "", name] = line.split("=");
      const at = name === undefined ? first : `${first}/openssh-key`;
      if (line.endsWith("/")) found[line.slice(0, -1)] = await crawl(`${folder}${line}`);
      else {
        const { status, text } = await ask(ann, `${folder}${at}`, { headers });
        expect(status, `${folder}${at}`).toBe(200);
        found[name ?? first] = text;
      }
    }
    return found;
  };
  const found = await crawl("/2021-03-23/meta-data/");
  expect(found).toMatchObject({
    "instance-id": ann?.id,
    "local-hostname": "ann",
    "public-keys": { "ann@laptop": KEY },
    tags: { instance: { team: "web", json: "" } },
    placement: { region: expect.any(String), "availability-zone": expect.any(String) },
    network: { interfaces: { macs: { [String(found.mac)]: { "local-ipv4s": ann?.address, "device-number": "0" } } } },
  });
  expect((await ask(ann, "/2009-04-04/meta-data/instance-id", { headers })).text).toBe(ann?.id);
});

test("OpenStack's paths have what cloud-init's data source reads, without a token", async () => {
  expect((await ask(ann, "/openstack/")).text.split("\n")).toEqual(["2018-08-27", "latest"]);
  const at = async (name: string) => JSON.parse((await ask(ann, `/openstack/2018-08-27/${name}`)).text);
  expect(await at("meta_data.json")).toMatchObject({
    uuid: ann?.id,
    hostname: "ann",
    public_keys: { "ann@laptop": KEY },
    meta: { team: "web" },
  });
  expect(await at("network_data.json")).toMatchObject({
    links: [{ id: "nic0", type: "phy", ethernet_mac_address: expect.stringMatching(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/) }],
    networks: [{ link: "nic0", type: "ipv4_dhcp" }],
  });
  expect(await at("vendor_data.json")).toEqual({});
  expect((await ask(ann, "/openstack/latest/user_data")).text).toBe(USER_DATA);
});

test("a service verifies identity by the published keys, and sees when something was changed", async () => {
  const { secrets } = fixture.world.services;
  const { keys } = identityKeys(secrets);
  const keyOf = (kid: string) => {
    const key = keys.find((each) => each.kid === kid);
    return createPublicKey({ key: { ...key }, format: "jwk" });
  };
  const isSigned = (jws: string) => {
    const [header = "", payload = "", signature = ""] = jws.split(".");
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
    return verify(null, Buffer.from(`${header}.${payload}`), keyOf(kid), Buffer.from(signature, "base64url"));
  };
  const claimsOf = (jws: string) => JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString());

  const token = await read(ann, "/fulmar/v1/identity?audience=https://vault.example.com");
  expect(isSigned(token)).toBe(true);
  const claims = claimsOf(token);
  expect(claims).toMatchObject({
    iss: ISSUER,
    sub: ann?.id,
    aud: "https://vault.example.com",
    private_ip: ann?.address,
  });
  expect(claims.exp - claims.iat).toBe(3_600);
  const [header, , signature] = token.split(".");
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: bob?.id })).toString("base64url");
  expect(isSigned(`${header}.${forged}.${signature}`)).toBe(false);

  const document = await read(ann, "/latest/dynamic/instance-identity/document");
  expect(JSON.parse(document)).toMatchObject({ instanceId: ann?.id, privateIp: ann?.address, issuer: ISSUER });
  const plain = Buffer.from(await read(ann, "/latest/dynamic/instance-identity/signature"), "base64");
  expect(verify(null, Buffer.from(document), keyOf(String(keys[0]?.kid)), plain)).toBe(true);
  const jws = await read(ann, "/latest/dynamic/instance-identity/jws");
  expect(isSigned(jws)).toBe(true);
  expect(claimsOf(jws)).toEqual(JSON.parse(document));
});

test.each(["", "?audience=", "?audience=a%20b", `?audience=${"a".repeat(256)}`, "?audience=a&audience=b", "?aud=a"])(
  "query %# of identity names no audience",
  async (query) => {
    const { status } = await ask(ann, `/fulmar/v1/identity${query}`, { headers: await tokenOf(ann) });
    expect(status).toBe(400);
  },
);
