// Copies that need what earlier ones have written: what is written, what is removed, and what must stay meanwhile.
import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Acceptance, BackupCopy, BackupDestination } from "@fulmar/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { packName } from "../../src/recovery/copies/chunk-pack.ts";
import { type CopyManifest, manifestName, sealManifest } from "../../src/recovery/copies/copy-manifest.ts";
import { type NeededObjects, ObjectSet } from "../../src/recovery/copies/needed-objects.ts";
import { sealObject } from "../../src/recovery/copies/sealed-object.ts";
import type { Input } from "../compute-fixture.ts";
import { startBucket } from "./bucket-double.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const REACH = { FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" };
const fixture = recoveryFixture(REACH);
/** Another installation, which knows nothing of the first. */
const elsewhere = recoveryFixture(REACH);
const MB = 1_000_000;

let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.close());
beforeEach(() => {
  bucket.faults.refuse = () => undefined;
  bucket.faults.hold = () => undefined;
});

async function destination(prefix: string, more: Input = {}, of = fixture) {
  const access = { access_key: "AKELSEWHERE", secret_key: "secret-of-the-bucket" };
  const body = {
    name: `to ${prefix.slice(0, -1)}`,
    endpoint: bucket.endpoint,
    bucket: "elsewhere",
    prefix,
    ...access,
    ...more,
  };
  const created = await of.send<BackupDestination & { key: string }>("backupDestination.create", {}, body);
  await of.reconcile("follow-destinations");
  return created;
}
const copies = (destination_id: string, of = fixture) =>
  of.send<BackupCopy[]>("backupCopy.list", {}, {}, { destination_id });
const look = async (destination_id: string, of = fixture) => {
  await of.query("UPDATE backup_destination SET check_at = now() WHERE destination_id = $1", [destination_id]);
  await of.reconcile("follow-destinations");
};

async function vmCopiedTo(destination_id: string, name: string, content: string) {
  const vm_id = await fixture.runningVm(name);
  fixture.work();
  await fixture.send("backupPolicy.enable", { vm_id }, { destination_id });
  await fixture.write(vm_id, fixture.root(vm_id), content);
  return vm_id;
}
/** A backup of the present content, and its copy. */
async function copied(vm_id: string, destination_id: string) {
  const backup = await fixture.backup(vm_id);
  await fixture.reconcile("copy-backups");
  const copy = (await copies(destination_id)).find(({ backup_id }) => backup_id === backup.backup_id);
  if (copy === undefined) throw new Error("the backup is not copied");
  return copy;
}
/** A text of random letters, which hardly compresses. */
const letters = (bytes: number) =>
  randomBytes(Math.ceil((bytes * 3) / 4))
    .toString("base64")
    .slice(0, bytes);

let made = 0;
/** The sum of the root disk of a VM that is made of the copy. */
async function restored(copy: BackupCopy | undefined, of = fixture, more: Input = {}) {
  made += 1;
  const body = { name: `again ${made}`, plan_id: "plan-nano", site_id: "site-fra-1", ...more };
  of.work();
  const { vm_id, operation_id } = await of.send<Acceptance>(
    "backupCopy.createVm",
    { copy_id: copy?.copy_id ?? "" },
    body,
  );
  expect(await of.ended(operation_id)).toMatchObject({ status: "succeeded" });
  return sumOf(await of.read(of.root(vm_id)));
}
const sumOf = (text: string) => createHash("sha256").update(text).digest("hex");

const byName = (a: string, b: string) => (a < b ? -1 : 1);

/** The objects under the prefix, and those that the rows of copies there need. */
async function objects(prefix: string) {
  const rows = await fixture.query<{ object_id: string; uses: NeededObjects }>(
    "SELECT object_id, uses FROM backup_copy WHERE prefix = $1 AND status = 'copied'",
    [prefix],
  );
  const needed = new Set<string>();
  for (const { object_id, uses } of rows) {
    needed.add(`${prefix}${manifestName(object_id)}`);
    for (const object of new ObjectSet(uses)) needed.add(`${prefix}${packName(object)}`);
  }
  return {
    there: [...bucket.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted(byName),
    needed: [...needed].toSorted(byName),
  };
}

test("a copy writes what has changed, and comes back elsewhere when those before it are gone", async () => {
  const prefix = "increments/";
  const to = await destination(prefix);
  const content = letters(12 * MB);
  const vm_id = await vmCopiedTo(to.destination_id, "increments", content);
  const first = await copied(vm_id, to.destination_id);
  expect(first).toMatchObject({ status: "copied", new_bytes: first.size_bytes });
  expect(first.size_bytes).toBeGreaterThan(8.5 * MB);
  const second = await copied(vm_id, to.destination_id);
  expect(second.size_bytes).toBeGreaterThan(8.5 * MB);
  expect(second.new_bytes).toBeLessThan(10_000);
  // One hundredth of it is written anew, and the rest moves.
  const changed = `moved${content.slice(0, 6 * MB)}${letters(120_000)}${content.slice(6 * MB + 120_000)}`;
  await fixture.write(vm_id, fixture.root(vm_id), changed);
  const third = await copied(vm_id, to.destination_id);
  expect(third.new_bytes).toBeLessThan(3 * MB);
  await fixture.send("backupDestination.update", { destination_id: to.destination_id }, { keep_count: 1 });
  await look(to.destination_id);
  const { there, needed } = await objects(prefix);
  expect(there).toEqual(needed);
  expect((await copies(to.destination_id)).map(({ copy_id }) => copy_id)).toEqual([third.copy_id]);

  const found = await destination(prefix, { key: to.key }, elsewhere);
  const [copy] = await copies(found.destination_id, elsewhere);
  expect(copy).toMatchObject({ own: false, backup_id: third.backup_id });
  expect(await restored(copy, elsewhere, { template_id: "debian-13" })).toBe(sumOf(changed));
});

test("what a copy that is being made may need stays, whatever retention says meanwhile", async () => {
  const prefix = "raced/";
  const to = await destination(prefix);
  const { destination_id } = to;
  const content = letters(3 * MB);
  const vm_id = await vmCopiedTo(destination_id, "raced", content);
  const base = await copied(vm_id, destination_id);
  await fixture.write(vm_id, fixture.root(vm_id), `${content}1`);
  const slow = await fixture.backup(vm_id);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let held = false;
  bucket.faults.hold = (method) => {
    if (method !== "PUT" || held) return undefined;
    held = true;
    begin();
    return released;
  };
  const copying = fixture.reconcile("copy-backups");
  await begun;
  const newer = await copied(vm_id, destination_id);
  const keep = (keep_count: number) => fixture.send("backupDestination.update", { destination_id }, { keep_count });
  await keep(1);
  await look(destination_id);
  expect((await copies(destination_id)).find(({ copy_id }) => copy_id === base.copy_id)?.status).toBe("removing");
  await keep(2);
  release();
  await copying;
  await look(destination_id);
  expect((await copies(destination_id)).map(({ backup_id }) => backup_id)).toEqual([newer.backup_id, slow.backup_id]);
  const { there, needed } = await objects(prefix);
  expect(there).toEqual(needed);
  for (const copy of await copies(destination_id)) expect(await restored(copy)).toBe(sumOf(`${content}1`));
});

test("copies and retention at the same time leave each copy all that it needs, and nothing else", async () => {
  const prefix = "crowd/";
  const { destination_id } = await destination(prefix, { keep_count: 1 });
  const content = letters(2 * MB);
  const vm_id = await vmCopiedTo(destination_id, "crowd", content);
  for (let round = 0; round < 3; round++) {
    for (let backup = 0; backup < 3; backup++) {
      await fixture.write(vm_id, fixture.root(vm_id), `${letters(300_000)}${content.slice(300_000)}`);
      await fixture.backup(vm_id);
    }
    await Promise.all([
      ...[1, 2, 3].map(() => fixture.reconcile("copy-backups")),
      ...[1, 2, 3].map(() => look(destination_id)),
    ]);
    const { there, needed } = await objects(prefix);
    expect(needed.filter((key) => !there.includes(key))).toEqual([]);
  }
  await look(destination_id);
  const { there, needed } = await objects(prefix);
  expect(there).toEqual(needed);
  const [newest, ...rest] = await copies(destination_id);
  expect(rest).toEqual([]);
  expect(await restored(newest)).toBe(sumOf(await fixture.read(fixture.root(vm_id))));
});

test("a copy that failed leaves nothing in the bucket, and one whose base somebody removed is made anew", async () => {
  const prefix = "failed/";
  const { destination_id } = await destination(prefix);
  const content = letters(MB);
  const vm_id = await vmCopiedTo(destination_id, "failing", content);
  const base = await copied(vm_id, destination_id);
  // The manifest of the base goes while a copy that is based on it is made.
  const second = await fixture.backup(vm_id);
  let looked = false;
  bucket.faults.hold = (method, key) => {
    if (looked || method !== "PUT" || !key.startsWith(`${prefix}packs/`)) return undefined;
    looked = true;
    bucket.objects.delete(`${prefix}${manifestName(base.copy_id)}`);
    return look(destination_id);
  };
  await fixture.query("UPDATE backup_copy SET copied_at = now() - interval '1 hour' WHERE copy_id = $1", [
    base.copy_id,
  ]);
  await fixture.reconcile("copy-backups");
  const [waiting] = await copies(destination_id);
  expect(waiting).toMatchObject({ status: "waiting", waiting_reason: expect.stringContaining("written anew") });
  await fixture.query("UPDATE backup_copy SET copy_at = now() WHERE copy_id = $1", [waiting?.copy_id]);
  await fixture.reconcile("copy-backups");
  const [again] = await copies(destination_id);
  expect(again).toMatchObject({ status: "copied", backup_id: second.backup_id });
  expect(await restored(again)).toBe(sumOf(content));

  // Tried for a day, it has failed, and what it has written is removed.
  await fixture.write(vm_id, fixture.root(vm_id), letters(MB));
  const before = (await objects(prefix)).there;
  bucket.faults.refuse = (method, key) => (method === "PUT" && key.endsWith("/1") ? 503 : undefined);
  const third = await fixture.backup(vm_id);
  await fixture.query("UPDATE backup_copy SET created_at = now() - interval '2 days' WHERE backup_id = $1", [
    third.backup_id,
  ]);
  await fixture.reconcile("copy-backups");
  bucket.faults.refuse = () => undefined;
  expect((await copies(destination_id))[0]).toMatchObject({ status: "failed", new_bytes: null });
  expect((await objects(prefix)).there.length).toBe(before.length + 1);
  await look(destination_id);
  expect((await objects(prefix)).there).toEqual(before);
  const failed = (await copies(destination_id))[0];
  expect(await events(failed?.copy_id)).toEqual(["backup_copy.failed"]);
  expect(await events(again?.copy_id)).toEqual(["backup_copy.copied"]);
});

/** What is told of a copy or a destination, the newest last. */
async function events(resource_id: string | undefined) {
  const told = await fixture.send<{ type: string; resource_id: string }[]>("event.list", {}, {}, { limit: 100 });
  const workers = /^backup_(copy\.(copied|failed|removed)|destination\.(failed|recovered))$/;
  return told
    .filter((event) => event.resource_id === resource_id && workers.test(event.type))
    .map(({ type }) => type)
    .toReversed();
}

test("a destination that stops working and works again is told, each once, and so is what retention removes", async () => {
  const { destination_id } = await destination("told/", { keep_count: 1 });
  bucket.faults.refuse = () => 503;
  await look(destination_id);
  await look(destination_id);
  expect(await events(destination_id)).toEqual(["backup_destination.failed"]);
  bucket.faults.refuse = () => undefined;
  await look(destination_id);
  await look(destination_id);
  expect(await events(destination_id)).toEqual(["backup_destination.failed", "backup_destination.recovered"]);
  const vm_id = await vmCopiedTo(destination_id, "told", "content");
  const first = await copied(vm_id, destination_id);
  await copied(vm_id, destination_id);
  await look(destination_id);
  expect(await events(first.copy_id)).toEqual(["backup_copy.copied", "backup_copy.removed"]);
});

test("a restored installation removes nothing that copies of the time after its backup need", async () => {
  const prefix = "restored/";
  const { destination_id } = await destination(prefix);
  const content = letters(MB);
  const vm_id = await vmCopiedTo(destination_id, "ahead", content);
  const first = await copied(vm_id, destination_id);
  const second = await copied(vm_id, destination_id);
  expect(second.new_bytes).toBeLessThan(10_000);
  // The database is one of before the second copy.
  await fixture.query("DELETE FROM backup_copy WHERE copy_id = $1", [second.copy_id]);
  await fixture.query("UPDATE backup_copy SET status = 'removing' WHERE copy_id = $1", [first.copy_id]);
  await look(destination_id);
  const [found, ...rest] = await copies(destination_id);
  expect([found?.own, found?.backup_id, rest]).toEqual([false, second.backup_id, []]);
  expect(found).toMatchObject({ new_bytes: expect.any(Number) });
  expect(await restored(found)).toBe(sumOf(content));
});

test("a copy of whole files, as they were before, is restored and removed", async () => {
  const prefix = "whole/";
  const to = await destination(prefix);
  const { destination_id, key } = to;
  const vm_id = await vmCopiedTo(destination_id, "whole", "the present content");
  const present = await copied(vm_id, destination_id);
  const object_id = `bcp_${"0".repeat(26)}`;
  const [{ manifest } = { manifest: null }] = await fixture.query<{ manifest: CopyManifest | null }>(
    "SELECT manifest FROM backup_copy WHERE copy_id = $1",
    [present.copy_id],
  );
  const [root] = manifest?.files ?? [];
  if (manifest === null || root === undefined) throw new Error("the copy has no manifest");
  const content = "as it was written before";
  const { index: _index, stored_bytes: _stored, new_bytes: _new, ...file } = root;
  const whole: CopyManifest = {
    ...manifest,
    format: "fulmar-copy/1",
    object_id,
    taken_at: "2027-01-01T00:00:00.000Z",
    files: [{ ...file, size_bytes: content.length, sha256: sumOf(content) }],
  };
  const name = `data/${object_id}/0`;
  const sealed = await Readable.from(sealObject(key, name, Readable.from([Buffer.from(content)]))).toArray();
  bucket.objects.set(`${prefix}${name}`, Buffer.concat(sealed));
  bucket.objects.set(`${prefix}${manifestName(object_id)}`, await sealManifest(key, whole));
  await look(destination_id);
  const [found] = (await copies(destination_id)).filter(({ own }) => !own);
  expect(found?.status).toBe("copied");
  expect(found?.new_bytes).toBe(found?.size_bytes);
  expect(await restored(found)).toBe(sumOf(content));
  // One that this workspace has written goes as before.
  await fixture.query("UPDATE backup_copy SET own = true, status = 'removing' WHERE copy_id = $1", [found?.copy_id]);
  await look(destination_id);
  const { there, needed } = await objects(prefix);
  expect(there).toEqual(needed);
});
