import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { makeVm } from "./compute-fixture.ts";

const ADA = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ ada@example.com";
const BOB =
  "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBFCmZw6dQSXATAIJC8pT1elNKdDyTSePup/3yddg4Eu1wHwy+A0k7VhjDVLzYO4b9eKYzU3R212ILEZK/JTpSaQ=";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const add = (name: string, public_key: string) =>
  api.request("POST", "/compute/ssh-keys", { body: { name, public_key } });
const create = (body: object) =>
  api.request("POST", "/compute/cloud-vms", { body: { plan_id: "plan-small", template_id: "debian-13", ...body } });
const keysOf = async (vm_id: string) => (await api.database.prisma.vm.findUniqueOrThrow({ where: { vm_id } })).ssh_keys;

test("a key is added with the fingerprint that ssh-keygen shows, read, renamed and deleted", async () => {
  const added = await add("laptop", `${ADA}\n`);
  expect(added.status).toBe(201);
  const record = {
    ssh_key_id: expect.stringMatching(/^sshkey_/),
    name: "laptop",
    public_key: ADA,
    fingerprint: "SHA256:0XvRf5KehyRpmtCaDkJfxXUyCjAE1Xw9/J36XCRIIxc",
    created_at: expect.any(String),
  };
  expect(added.body).toEqual(record);
  const path = `/compute/ssh-keys/${added.body.ssh_key_id}`;
  expect((await api.request("GET", path)).body).toEqual(added.body);
  expectError(await add("laptop", BOB), 409, "name_taken");
  expect((await api.request("PATCH", path, { body: { name: "desktop" } })).body).toEqual({
    ...record,
    name: "desktop",
  });
  expect((await api.request("GET", "/compute/ssh-keys?name=desktop")).body).toHaveLength(1);
  expect((await api.request("DELETE", path)).body).toEqual({ status: "deleted", id: added.body.ssh_key_id });
  expectError(await api.request("GET", path), 404, "not_found");
});

test("a key is stored and handed on in one spelling, however an editor has spaced it", async () => {
  const spaced = `${BOB.replaceAll(" ", "  ")}\t bob@example.com\r\n`;
  expect((await add("spaced", spaced)).body.public_key).toBe(`${BOB} bob@example.com`);
  const made = await create({ name: "keys-4", ssh_keys: [spaced.replaceAll("  ", "\t")] });
  expect(await keysOf(made.body.vm_id)).toEqual([`${BOB} bob@example.com`]);
});

test("400 says what is wrong with a key", async () => {
  const refused = await add("private", "-----BEGIN OPENSSH PRIVATE KEY-----");
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toEqual([
    { field: "public_key", message: expect.stringMatching(/^is a private key.*send the public key/) },
  ]);
  expect((await add("cut", BOB.slice(0, -9))).body.errors).toEqual([
    { field: "public_key", message: "is damaged: its end is missing; copy the whole line of the .pub file" },
  ]);
});

test("a VM is created with keys of the library, by id and by name, beside its own, each once", async () => {
  const { body: ada } = await add("vm-ada", ADA);
  await add("vm-bob", BOB);
  const made = await create({ name: "keys-1", ssh_keys: [ADA], ssh_key_ids: ["vm-bob", ada.ssh_key_id] });
  expect(made.status).toBe(202);
  expect(await keysOf(made.body.vm_id)).toEqual([ADA, BOB]);
  await api.request("DELETE", `/compute/ssh-keys/${ada.ssh_key_id}`);
  expect(await keysOf(made.body.vm_id)).toEqual([ADA, BOB]);
});

test("404 when the library lacks one of the keys, and no VM is created", async () => {
  await add("known", ADA);
  expectError(await create({ name: "keys-2", ssh_key_ids: ["known", "unknown"] }), 404, "not_found");
  expect(await api.database.prisma.vm.count({ where: { name: "keys-2" } })).toBe(0);
});

test("400 when there are more than 50 keys together", async () => {
  await add("one-more", BOB);
  const ssh_keys = Array.from({ length: 50 }, (_, index) => `${ADA}-${index}`);
  const refused = await create({ name: "keys-3", ssh_keys, ssh_key_ids: ["one-more"] });
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors[0].field).toBe("ssh_key_ids");
});

test.each(["rebuild", "update-access"])("%s gives a VM keys of the library", async (action) => {
  await add(`for ${action}`, BOB);
  const vm_id = await makeVm(api);
  const { status, body } = await api.request("POST", `/compute/cloud-vms/${vm_id}/${action}`, {
    body: { ssh_key_ids: [`for ${action}`] },
  });
  expect(status).toBe(202);
  const where = { operation_id: body.operation_id };
  expect(await api.database.prisma.vmPendingConfiguration.findUniqueOrThrow({ where })).toMatchObject({
    ssh_keys: [BOB],
  });
});
