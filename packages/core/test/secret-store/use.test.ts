import { randomUUID } from "node:crypto";
import { newCertificate, selfSignedCertificate } from "@fulmar/testkit";
import { describe, expect, test } from "vitest";
import { readCertificate } from "../../src/secret-store/certificates.ts";
import { releaseSecret, useSecret } from "../../src/secret-store/secret-use.ts";
import { reconcilers } from "../../src/worker.ts";
import { computeFixture, refusalOf } from "../compute-fixture.ts";

const fixture = computeFixture();
const web = { type: "load_balancer", id: "lb_web", name: "web" } as const;

async function newSecret(value = "hidden") {
  const { id: store_id } = await fixture.send<{ id: string }>("secretStore.create", {}, { name: randomUUID() });
  const { id: secret_id } = await fixture.send<{ id: string }>(
    "secret.create",
    { store_id },
    { key: "certificate", value },
  );
  return { store_id, secret_id };
}

/** Runs work in a transaction as a request's handler does, confined to the workspace. */
function inWorkspace<Result>(work: Parameters<typeof fixture.world.database.transaction<Result>>[0]) {
  return fixture.world.database.transaction(work, { workspaceId: fixture.world.entry.workspace.id });
}
const workspaceId = () => fixture.world.entry.workspace.id;
const use = (secretId: string, user: { type: string; id: string; name: string } = web) =>
  inWorkspace(({ sql }) => useSecret(sql, workspaceId(), secretId, user));
const release = (secretId?: string) => inWorkspace(({ sql }) => releaseSecret(sql, workspaceId(), web, secretId));

describe("a secret in use", () => {
  test("cannot be deleted, disabled or destroyed until it is released, and names its users", async () => {
    const path = await newSecret();
    const store = { store_id: path.store_id };
    await use(path.secret_id);
    await use(path.secret_id, { ...web, id: "lb_other", name: "other" });
    const guarded = [
      () => fixture.send("secret.delete", path),
      () => fixture.send("secret.delete", path, {}, { destroy: true }),
      () => fixture.send("secretVersion.disable", { ...path, version: "1" }),
      () => fixture.send("secretVersion.destroy", { ...path, version: "1" }),
      () => fixture.send("secretStore.delete", store, {}, { force: true }),
      () => fixture.send("secretStore.delete", store, {}, { force: true, destroy: true }),
    ];
    for (const request of guarded) {
      expect(await refusalOf(request())).toMatchObject({
        kind: "conflict",
        code: "secret_in_use",
        blockers: [{ type: "load_balancer", id: "lb_other", name: "other" }, web],
      });
    }
    await release();
    await release();
    await inWorkspace(({ sql }) =>
      releaseSecret(sql, workspaceId(), { type: "load_balancer", id: "lb_other" }, path.secret_id),
    );
    expect(await fixture.send("secret.delete", path)).toMatchObject({ status: "deleted" });
  });

  test("can get new versions, be archived and lose old versions", async () => {
    const path = await newSecret();
    await use(path.secret_id);
    await fixture.send("secretVersion.create", path, { value: "next" });
    expect(await fixture.send("secretVersion.destroy", { ...path, version: "1" })).toMatchObject({
      status: "destroyed",
    });
    expect(await fixture.send("secretStore.archive", { store_id: path.store_id })).toMatchObject({
      status: "archived",
    });
  });

  test("is listed once per resource under its latest name and is released one by one", async () => {
    const [one, two] = [await newSecret(), await newSecret()];
    await use(one.secret_id);
    await use(one.secret_id, { ...web, name: "renamed" });
    await use(two.secret_id);
    expect((await refusalOf(fixture.send("secret.delete", one))).blockers).toEqual([{ ...web, name: "renamed" }]);
    await release(one.secret_id);
    expect(await fixture.send("secret.delete", one)).toMatchObject({ status: "deleted" });
    expect(await refusalOf(fixture.send("secret.delete", two))).toMatchObject({ code: "secret_in_use" });
  });

  test("cannot be deleted in the database either", async () => {
    const { secret_id, store_id } = await newSecret();
    await use(secret_id);
    const { pool } = fixture.world.database;
    await expect(pool.query("DELETE FROM secret WHERE secret_id = $1", [secret_id])).rejects.toThrow(
      "secret_use_secret_fkey",
    );
    await expect(pool.query("DELETE FROM secret_store WHERE store_id = $1", [store_id])).rejects.toThrow(
      "secret_use_secret_fkey",
    );
  });

  test("is either used or deleted when both happen concurrently", async () => {
    for (let round = 0; round < 10; round++) {
      const path = await newSecret();
      const [used, deleted] = await Promise.allSettled([use(path.secret_id), fixture.send("secret.delete", path)]);
      expect(used.status).not.toBe(deleted.status);
    }
  });
});

describe("useSecret", () => {
  test("refuses an absent, deleted or foreign secret, or one in a store being deleted, with 404", async () => {
    const deleted = await newSecret();
    await fixture.send("secret.delete", deleted);
    const inDeleting = await newSecret();
    await fixture.send("secretStore.delete", { store_id: inDeleting.store_id }, {}, { force: true });
    const foreign = await newSecret();
    for (const secretId of ["sec_absent", deleted.secret_id, inDeleting.secret_id])
      expect(await refusalOf(use(secretId))).toMatchObject({ code: "not_found" });
    const elsewhere = fixture.world.database.transaction(
      ({ sql }) => useSecret(sql, workspaceId() + 1n, foreign.secret_id, web),
      {
        workspaceId: workspaceId() + 1n,
      },
    );
    expect(await refusalOf(elsewhere)).toMatchObject({ code: "not_found" });
  });
});

describe("readCertificate", () => {
  const { certificatePem, privateKeyPem } = selfSignedCertificate("www.example.com");
  const other = selfSignedCertificate("other.example.com");
  const root = { ...newCertificate("Root", { key: 2048 }), name: "Root" };
  const signed = newCertificate("www.example.com", { issuer: root });
  const read = (secretId: string) =>
    readCertificate(
      { sql: fixture.world.database.sql, vault: fixture.world.services.vault },
      { workspaceId: workspaceId(), secretId, reader: "test-reader" },
    );

  test("returns chain and key of the latest version in any order and writes an audit event", async () => {
    const path = await newSecret("not yet a certificate");
    await fixture.send("secretVersion.create", path, {
      value: `${signed.privateKeyPem}\n# the chain\n${signed.certificatePem}${root.certificatePem}`,
    });
    expect(await read(path.secret_id)).toEqual({
      chainPem: `${signed.certificatePem}${root.certificatePem}`,
      privateKeyPem: signed.privateKeyPem,
      subjectAltName: "DNS:www.example.com",
      notAfter: new Date("2120-01-01T00:00:00Z"),
      disorder: undefined,
    });
    const { rows: audited } = await fixture.world.database.pool.query(
      "SELECT actor_type, actor_id, action, result FROM audit_event WHERE resource_id = $1 AND action = 'secret.value'",
      [path.secret_id],
    );
    expect(audited).toEqual([{ actor_type: "system", actor_id: "test-reader", action: "secret.value", result: 200 }]);
  });

  test("works inside a request's transaction that has just used the secret", async () => {
    const path = await newSecret(certificatePem + privateKeyPem);
    const { vault } = fixture.world.services;
    const certificate = await inWorkspace(async ({ sql }) => {
      await useSecret(sql, workspaceId(), path.secret_id, web);
      return readCertificate(
        { sql, vault },
        { workspaceId: workspaceId(), secretId: path.secret_id, reader: "loadBalancer.create" },
      );
    });
    expect(certificate.chainPem).toBe(certificatePem);
  });

  test.each([
    ["no certificate", "hunter2"],
    ["no key", certificatePem],
    ["two keys", certificatePem + privateKeyPem + other.privateKeyPem],
    ["the key of another certificate", certificatePem + other.privateKeyPem],
    ["the leaf certificate after another one", other.certificatePem + certificatePem + privateKeyPem],
    ["a broken certificate", certificatePem.replace(/\n[A-Za-z0-9+/]{10}/, "\nAAAAAAAAAA") + privateKeyPem],
  ])("refuses %s without repeating any of it", async (_, value) => {
    const refusal = await refusalOf(read((await newSecret(value)).secret_id));
    expect(refusal).toMatchObject({ kind: "conflict", code: "certificate_invalid" });
    expect(refusal.message).not.toMatch(/hunter2|BEGIN|MI[A-Za-z0-9+/]{8}/);
  });

  test("refuses a disabled, deleted or absent secret", async () => {
    const disabled = await newSecret(certificatePem + privateKeyPem);
    await fixture.send("secretVersion.disable", { ...disabled, version: "1" });
    expect(await refusalOf(read(disabled.secret_id))).toMatchObject({ code: "version_disabled" });
    const deleted = await newSecret(certificatePem + privateKeyPem);
    await fixture.send("secret.delete", deleted);
    expect(await refusalOf(read(deleted.secret_id))).toMatchObject({ code: "secret_deleted" });
    expect(await refusalOf(read("sec_absent"))).toMatchObject({ code: "not_found" });
  });
});

test("secrets deleted seven days ago are destroyed and audited, and later ones stay", async () => {
  const { database, services } = fixture.world;
  const [old, fresh, inOld] = [await newSecret(), await newSecret(), await newSecret()];
  for (const path of [old, fresh]) await fixture.send("secret.delete", path);
  await fixture.send("secretStore.delete", { store_id: inOld.store_id }, {}, { force: true });
  const age = (table: string, column: string, id: string, days: number) =>
    database.pool.query(`UPDATE ${table} SET deleted_at = now() - make_interval(secs => $2) WHERE ${column} = $1`, [
      id,
      days * 86_400,
    ]);
  await age("secret", "secret_id", old.secret_id, 7.01);
  await age("secret", "secret_id", fresh.secret_id, 6.99);
  await age("secret_store", "store_id", inOld.store_id, 7.01);
  await reconcilers.find(({ name }) => name === "destroy-deleted-secrets")?.run(services, new AbortController().signal);

  const left = await database.prisma.secretVersion.findMany({
    where: { secret_id: { in: [old.secret_id, fresh.secret_id, inOld.secret_id] } },
  });
  expect(left.map(({ secret_id }) => secret_id)).toEqual([fresh.secret_id]);
  expect(await database.prisma.secretDataKey.count({ where: { store_id: inOld.store_id } })).toBe(0);
  const events = await database.prisma.auditEvent.findMany({
    where: { actor_type: "system", actor_id: "destroy-deleted-secrets" },
    orderBy: { action: "asc" },
  });
  expect(events.map(({ action, resource_id }) => [action, resource_id])).toEqual([
    ["secret.destroy", old.secret_id],
    ["secretStore.destroy", inOld.store_id],
  ]);
});
