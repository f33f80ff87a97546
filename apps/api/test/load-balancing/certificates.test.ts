import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newCertificate, selfSignedCertificate } from "@fulmar/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { expectError } from "../expect-error.ts";
import { AMSTERDAM, networkingFixture, uniqueName } from "../networking/networking-fixture.ts";

const own = selfSignedCertificate("www.example.com");
const other = selfSignedCertificate("other.example.com");
const GOOD = own.certificatePem + own.privateKeyPem;

const network = networkingFixture();

async function secret(value = GOOD): Promise<{ store_id: string; secret_id: string }> {
  const { id: store_id } = (await network.post("/secret-store/stores", { name: uniqueName("store") })).body;
  const { id: secret_id } = (
    await network.post(`/secret-store/stores/${store_id}/secrets`, { key: "certificate", value })
  ).body;
  return { store_id, secret_id };
}
const pathOf = ({ store_id, secret_id }: Awaited<ReturnType<typeof secret>>) =>
  `/secret-store/stores/${store_id}/secrets/${secret_id}`;
const listener = (certificate: object, port = 443) => ({
  name: `tls ${port}`,
  protocol: "https",
  port,
  certificate,
  rules: [{ redirect: { https: true } }],
});
const create = (body: object = {}) =>
  network.post("/load-balancers", { name: uniqueName("lb"), site_id: AMSTERDAM, ...body });

test("409 secret_in_use names the load balancer by its present name, until no listener uses the secret", async () => {
  const certificate = await secret();
  const { body: balancer } = await create({
    configuration: { listeners: [listener(certificate), listener(certificate, 8443)] },
  });
  const at = `/load-balancers/${balancer.load_balancer_id}`;
  const name = uniqueName("renamed");
  await network.patch(at, { name });
  const blocked = async () => {
    const refused = await network.remove(pathOf(certificate));
    expectError(refused, 409, "secret_in_use");
    expect(refused.body.blockers).toEqual([{ type: "load_balancer", id: balancer.load_balancer_id, name }]);
  };
  await blocked();
  const [one, two] = (await network.get(`${at}/listeners`)).body;
  await network.remove(`${at}/listeners/${one.listener_id}`);
  await blocked();
  await network.patch(`${at}/listeners/${two.listener_id}`, { certificate: await secret() });
  expect((await network.remove(pathOf(certificate))).status).toBe(200);
});

test("a listener has several certificates, whose secrets it uses as it uses its own", async () => {
  const [one, two, three] = [await secret(), await secret(), await secret()];
  const { body: balancer } = await create({
    configuration: { listeners: [{ ...listener(one), additional_certificates: [two] }] },
  });
  const at = `/load-balancers/${balancer.load_balancer_id}`;
  const [{ listener_id, ...made }] = (await network.get(`${at}/listeners`)).body;
  expect(made).toMatchObject({ certificate: one, additional_certificates: [two], domains: [] });
  const configuration = (await network.get(`${at}/configuration`)).body;
  expect((await network.put(`${at}/configuration`, configuration)).body).toEqual(configuration);
  expectError(await network.remove(pathOf(two)), 409, "secret_in_use");
  const changed = await network.patch(`${at}/listeners/${listener_id}`, { additional_certificates: [three] });
  expect(changed.body.additional_certificates).toEqual([three]);
  expect((await network.remove(pathOf(two))).status).toBe(200);
  expectError(await network.remove(pathOf(three)), 409, "secret_in_use");

  const twice = await network.patch(`${at}/listeners/${listener_id}`, { additional_certificates: [one] });
  expectError(twice, 400, "invalid_request");
  expect(twice.body.errors).toEqual([
    { field: "additional_certificates", message: "must not contain a certificate twice" },
  ]);
  const broken = await network.patch(`${at}/listeners/${listener_id}`, {
    additional_certificates: [await secret("hunter2")],
  });
  expectError(broken, 400, "certificate_invalid");
  expect(broken.body.errors).toEqual([{ field: "additional_certificates", message: expect.any(String) }]);
});

test("200: the secret can be deleted after its load balancer", async () => {
  const certificate = await secret();
  const { body: balancer } = await create({ configuration: { listeners: [listener(certificate)] } });
  await network.remove(`/load-balancers/${balancer.load_balancer_id}`);
  expect((await network.remove(pathOf(certificate))).status).toBe(200);
});

test.each([
  ["no certificate", "hunter2"],
  ["no key", own.certificatePem],
  ["a key that does not fit", own.certificatePem + other.privateKeyPem],
])("400 certificate_invalid for %s: no listener is created, and the value is not repeated", async (_, value) => {
  const certificate = await secret(value);
  const at = `/load-balancers/${(await create()).body.load_balancer_id}`;
  for (const refused of [
    await network.post(`${at}/listeners`, listener(certificate)),
    await create({ configuration: { listeners: [listener(certificate)] } }),
  ]) {
    expectError(refused, 400, "certificate_invalid");
    expect(refused.body.errors).toEqual([{ field: "certificate", message: expect.any(String) }]);
    expect(refused.text).not.toMatch(/hunter2|BEGIN/);
  }
  expect((await network.get(`${at}/listeners`)).body).toEqual([]);
  expect((await network.remove(pathOf(certificate))).status).toBe(200);
});

describe("a chain", () => {
  const named = (name: string, made: Parameters<typeof newCertificate>[1] = {}) => ({
    ...newCertificate(name, made),
    name,
  });
  const root = named("Root", { key: 2048 });
  const middle = named("Middle", { issuer: root });
  const leaf = named("www.example.com", { issuer: middle });
  const rsaLeaf = named("rsa.example.com", { key: 2048, issuer: root });
  const weakRoot = named("Weak root", { key: 1024 });
  const impostor = named("Middle", { issuer: named("Root") });
  const pems = (...parts: readonly (typeof leaf)[]) => parts.map(({ certificatePem }) => certificatePem).join("");
  const unreadable = middle.certificatePem.replace(/\n[A-Za-z0-9+/]{10}/, "\nAAAAAAAAAA");

  const hasHaproxy = spawnSync("haproxy", ["-v"]).status === 0;

  /** Whether HAProxy loads a file with chain and key. */
  function loads(value: string): boolean {
    const folder = mkdtempSync(join(tmpdir(), "fulmar-chain-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "a.pem"), value);
    writeFileSync(
      join(folder, "a.cfg"),
      "defaults\n  mode http\n  timeout client 1s\n  timeout connect 1s\n  timeout server 1s\nfrontend tls\n" +
        `  bind unix@${folder}/a.sock ssl crt ${folder}/a.pem\n`,
    );
    return spawnSync("haproxy", ["-c", "-f", join(folder, "a.cfg")]).status === 0;
  }

  test.each([
    ["a leaf alone", pems(leaf) + leaf.privateKeyPem],
    ["a whole chain", pems(leaf, middle, root) + leaf.privateKeyPem],
    ["a chain without its root", pems(leaf, middle) + leaf.privateKeyPem],
    ["the key first", leaf.privateKeyPem + pems(leaf, middle)],
    ["RSA keys", pems(rsaLeaf, root) + rsaLeaf.privateKeyPem],
    [
      "P-384",
      ((made) => pems(made, middle) + made.privateKeyPem)(named("p.example.com", { key: "P-384", issuer: middle })),
    ],
    [
      "a leaf of a weak root that is left out",
      ((made) => pems(made) + made.privateKeyPem)(named("w.example.com", { issuer: weakRoot })),
    ],
    [
      "a root that signs itself by SHA-1",
      ((sha1) => pems(sha1) + sha1.privateKeyPem)(named("old.example.com", { hash: "sha1" })),
    ],
  ])("201: %s", async (_, value) => {
    if (hasHaproxy) expect(loads(value)).toBe(true);
    const certificate = await secret(value);
    const refused = await create({ configuration: { listeners: [listener(certificate)] } });
    expect(refused.status, refused.text).toBe(201);
  });

  const short = named("short.example.com", { key: 1024 });
  const curve = named("curve.example.com", { key: "prime192v1" });
  const sha1 = named("sha1.example.com", { issuer: root, hash: "sha1" });
  const ofWeak = named("weak.example.com", { issuer: weakRoot });

  test.each([
    ["RSA of 1024 bits", pems(short) + short.privateKeyPem, /a key \(rsa\) of 1024 bits.*certificate 1 of its chain/],
    [
      "RSA of 1024 bits behind it",
      pems(ofWeak, weakRoot) + ofWeak.privateKeyPem,
      /1024 bits.*certificate 2 of its chain/,
    ],
    ["a curve of 192 bits", pems(curve) + curve.privateKeyPem, /a curve of 192 bits/],
    ["a signature by SHA-1", pems(sha1, root) + sha1.privateKeyPem, /SHA1.*broken.*certificate 1/i],
    [
      "a second certificate that is damaged",
      pems(leaf) + unreadable + leaf.privateKeyPem,
      /certificate 2 cannot be read/,
    ],
    ["a third one", pems(leaf, middle) + unreadable + leaf.privateKeyPem, /certificate 3 cannot be read/],
    ["a first one", unreadable + pems(middle) + leaf.privateKeyPem, /certificate 1 cannot be read/],
  ])("400 certificate_invalid for %s, which HAProxy does not load", async (_, value, message) => {
    if (hasHaproxy) expect(loads(value)).toBe(false);
    await expectRefused(value, message);
  });

  test.each([
    ["a certificate of somebody else behind it", pems(leaf) + other.certificatePem + leaf.privateKeyPem, 2],
    ["the root before the one between", pems(leaf, root, middle) + leaf.privateKeyPem, 2],
    ["the root without the one between", pems(leaf, root) + leaf.privateKeyPem, 2],
    ["itself twice", pems(leaf, leaf, middle) + leaf.privateKeyPem, 2],
    ["somebody else's at the end", pems(leaf, middle) + other.certificatePem + leaf.privateKeyPem, 3],
    ["one of the issuer's name and another key", pems(leaf, impostor) + leaf.privateKeyPem, 2],
  ])("400 certificate_invalid for %s, which visitors do not follow", async (_, value, at) => {
    await expectRefused(value, new RegExp(`certificate ${at} of the chain has not signed certificate ${at - 1}`));
  });

  async function expectRefused(value: string, message: RegExp) {
    const certificate = await secret(value);
    const good = await secret();
    for (const [field, asked] of [
      ["certificate", listener(certificate)],
      ["additional_certificates", { ...listener(good), additional_certificates: [certificate] }],
    ] as const) {
      const refused = await create({ configuration: { listeners: [asked] } });
      expectError(refused, 400, "certificate_invalid");
      expect(refused.body.errors).toEqual([{ field, message: expect.stringMatching(message) }]);
      expect(refused.text).not.toMatch(/BEGIN|MI[A-Za-z0-9+/]{8}/);
    }
  }
});

test("404 for an absent secret, one of another workspace, or one in another store", async () => {
  const [mine, elsewhere] = [await secret(), await secret()];
  const neighbour = await network.neighbour();
  const { id: store_id } = (await neighbour.post("/secret-store/stores", { name: "store" })).body;
  const { id: secret_id } = (
    await neighbour.post(`/secret-store/stores/${store_id}/secrets`, { key: "certificate", value: GOOD })
  ).body;
  const absent = { store_id: mine.store_id, secret_id: "sec_none" };
  for (const certificate of [absent, { store_id, secret_id }, { ...mine, store_id: elsewhere.store_id }]) {
    expectError(await create({ configuration: { listeners: [listener(certificate)] } }), 404, "not_found");
  }
  const twice = [listener({ ...mine, store_id: elsewhere.store_id }), listener(mine, 8443)];
  expectError(await create({ configuration: { listeners: twice } }), 404, "not_found");
});

test("a new version of the secret makes its load balancers update", async () => {
  const certificate = await secret();
  const listeners = [{ ...listener(await secret()), additional_certificates: [certificate] }];
  const { body: balancer } = await create({ configuration: { listeners } });
  const { pool } = network.api.database;
  await pool.query(
    "UPDATE load_balancer SET applied_revision = revision, apply_at = NULL WHERE load_balancer_id = $1",
    [balancer.load_balancer_id],
  );
  const at = `/load-balancers/${balancer.load_balancer_id}`;
  expect((await network.get(at)).body).toMatchObject({ status: "active", pending_changes: false });
  const { status } = await network.post(`${pathOf(certificate)}/versions`, {
    value: own.certificatePem + own.privateKeyPem,
  });
  expect(status).toBe(201);
  expect((await network.get(at)).body).toMatchObject({ status: "updating", pending_changes: true });
});
