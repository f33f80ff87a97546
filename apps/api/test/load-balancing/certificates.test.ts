import { selfSignedCertificate } from "@fulmar/testkit";
import { expect, test } from "vitest";
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
