// Copies of backups in a bucket of any S3: made, kept, and brought back where nothing but the bucket and its key is left.
import { createHash } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance, BackupCopy, BackupDestination, Volume } from "@fulmar/contract";
import { runReconcilers } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { reconcilers } from "../../src/worker.ts";
import { type Input, refusalOf } from "../compute-fixture.ts";
import { startBucket } from "./bucket-double.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const REACH = { FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" };
const fixture = recoveryFixture(REACH);
/** Another installation, which knows nothing of the first. */
const elsewhere = recoveryFixture(REACH);
type Fixture = typeof fixture;

let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.close());
beforeEach(() => {
  bucket.faults.refuse = () => undefined;
  bucket.faults.hold = () => undefined;
});

const sumOf = (text: string) => createHash("sha256").update(text).digest("hex");
let made = 0;

async function destination(of: Fixture, more: Input = {}) {
  made += 1;
  const access = { access_key: "AKELSEWHERE", secret_key: "secret of the bucket".replaceAll(" ", "-") };
  const body = { name: `destination ${made}`, endpoint: bucket.endpoint, bucket: "elsewhere", ...access, ...more };
  const created = await of.send<BackupDestination & { key: string }>("backupDestination.create", {}, body);
  await of.reconcile("follow-destinations");
  return created;
}
const shown = (of: Fixture, { destination_id }: { readonly destination_id: string }) =>
  of.send<BackupDestination>("backupDestination.get", { destination_id });
const copies = (of: Fixture, query: Input) => of.send<BackupCopy[]>("backupCopy.list", {}, {}, query);

/** A VM with a data volume, both with content, whose backups are copied to the destination. */
async function copiedVm(name: string, destination_id: string, disks = [`root of ${name}`, `data of ${name}`]) {
  const vm_id = await fixture.runningVm(name);
  fixture.work();
  const volume_id = await fixture.attachedVolume(vm_id, `data ${name}`);
  await fixture.send("backupPolicy.enable", { vm_id }, { destination_id });
  await fixture.write(vm_id, fixture.root(vm_id), disks[0] ?? "");
  await fixture.write(vm_id, volume_id, disks[1] ?? "");
  const backup = await fixture.backup(vm_id);
  return { vm_id, volume_id, backup };
}

test("VM and volume come back at another site of another installation, of the bucket and its key alone", async () => {
  const prefix = "prod/web/";
  const from = await destination(fixture, { prefix });
  expect(await shown(fixture, from)).toMatchObject({ status: "ready", error_message: null, unreadable_copies: 0 });
  expect(JSON.stringify(await shown(fixture, from))).not.toMatch(/AKELSEWHERE|secret/);
  const { vm_id, volume_id } = await copiedVm("web", from.destination_id);
  await fixture.reconcile("copy-backups");
  const [copy] = await copies(fixture, { destination_id: from.destination_id });
  expect(copy).toMatchObject({
    ...{ status: "copied", own: true, vm_id, vm_name: "web", vm_type: "cloud", plan_id: "plan-nano" },
    ...{ template_id: "debian-13", volumes: [{ name: "data web", size_gb: 10, type: "ssd" }], waiting_reason: null },
  });
  // The bucket shows nothing of what was written.
  for (const [key, object] of bucket.objects) {
    expect(key).toMatch(/^prod\/web\/(manifests\/bcp_[0-9a-z]{26}|packs\/[0-9a-f]{32}\/\d)$/);
    expect(object.toString("latin1")).not.toMatch(/root of|data of|web|debian/);
  }

  // The site is gone with all it had, and so is the organization that the copy was of.
  const sums = [sumOf(await fixture.read(fixture.root(vm_id))), sumOf(await fixture.read(volume_id))];
  await fixture.query("TRUNCATE simulated.backup, simulated.disk", []);
  const { database, databaseUrl } = elsewhere.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const site = { name: "Phoenix", location: "Elsewhere", provider: "simulated" } as const;
  const { siteId } = await addSite(database, loadConfiguration(environment), site);
  const to = await destination(elsewhere, { prefix, key: from.key });
  expect(to.key_fingerprint).toBe(from.key_fingerprint);
  const [found] = await copies(elsewhere, { destination_id: to.destination_id });
  expect(found).toMatchObject({ status: "copied", own: false, vm_name: "web", vm_id, taken_at: copy?.taken_at });

  const body = { name: "web-again", plan_id: "plan-nano", site_id: siteId };
  const { vm_id: again, operation_id } = await elsewhere.send<Acceptance>(
    "backupCopy.createVm",
    { copy_id: found?.copy_id ?? "" },
    body,
  );
  elsewhere.work();
  expect(await elsewhere.ended(operation_id)).toMatchObject({ status: "succeeded" });
  const [volume] = await elsewhere.send<Volume[]>("volume.list");
  expect(volume).toMatchObject({ name: "web-again-data web", size_gb: 10, status: "in-use", site_id: siteId });
  expect([
    sumOf(await elsewhere.read(elsewhere.root(again))),
    sumOf(await elsewhere.read(volume?.volume_id ?? "")),
  ]).toEqual(sums);
  expect(await elsewhere.query("SELECT sku_code FROM charge WHERE resource_id = $1", [volume?.volume_id])).toEqual([
    { sku_code: "volume.ssd" },
  ]);
  // What the site had of the copy goes when the VM has it.
  await elsewhere.reconcile("remove-leftover-copies");
  expect(await elsewhere.query("SELECT FROM simulated.backup", [])).toEqual([]);
});

/** Keeps the upload of the data volume's content waiting, after content and index of the root disk. */
function heldUpload() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const puts: string[] = [];
  bucket.faults.hold = (method, key) => {
    if (method !== "PUT") return undefined;
    puts.push(key.slice(key.lastIndexOf("/") + 1));
    if (puts.length !== 3) return undefined;
    begin();
    return released;
  };
  return { puts, begun, release };
}

test("a worker that is stopped midway of a copy leaves it to another, with the file that was not there", async () => {
  const to = await destination(fixture, { prefix: "stopped/" });
  const { backup } = await copiedVm("stopped", to.destination_id, ["root", "data"]);
  const held = heldUpload();
  const { database, services } = fixture.world;
  const named = reconcilers.filter(({ name }) => name === "copy-backups");
  const runner = runReconcilers({ database, reconcilers: named, services, logger: silent });
  await held.begun;
  await runner.stop();
  expect(await copies(fixture, { backup_id: backup.backup_id })).toMatchObject([{ status: "waiting" }]);
  await fixture.reconcile("copy-backups");
  expect(await copies(fixture, { backup_id: backup.backup_id })).toMatchObject([{ status: "copied" }]);
  const [copy] = await copies(fixture, { backup_id: backup.backup_id });
  expect(held.puts).toEqual(["0", "1", "2", "0", "1", copy?.copy_id]);
  held.release();
});

test("a copy whose worker says nothing any more goes to another, and what the first writes late does no harm", async () => {
  const to = await destination(fixture, { prefix: "silent/" });
  const { backup } = await copiedVm("silent", to.destination_id, ["root", "data"]);
  const held = heldUpload();
  const first = fixture.reconcile("copy-backups");
  await held.begun;
  // Nobody takes it while its lease lasts.
  await fixture.reconcile("copy-backups");
  expect(held.puts).toEqual(["0", "1", "2"]);
  await fixture.query("UPDATE backup_copy SET copy_at = now() WHERE backup_id = $1", [backup.backup_id]);
  await fixture.reconcile("copy-backups");
  const [copy] = await copies(fixture, { backup_id: backup.backup_id });
  expect(copy).toMatchObject({ status: "copied" });
  held.release();
  await first;
  expect(await copies(fixture, { backup_id: backup.backup_id })).toEqual([copy]);
  expect(held.puts).toEqual(["0", "1", "2", "0", "1", copy?.copy_id, "3"]);
  const create = { name: "silent again", plan_id: "plan-nano", site_id: "site-fra-1" };
  expect(await fixture.act("backupCopy.createVm", { copy_id: copy?.copy_id ?? "" }, create)).toMatchObject({
    status: "succeeded",
  });
});

test("a bucket that refuses midway is tried again, with the file that was not there", async () => {
  const to = await destination(fixture, { prefix: "midway/" });
  const { backup } = await copiedVm("midway", to.destination_id, ["root", "data"]);
  const put: string[] = [];
  bucket.faults.refuse = (method, key) => {
    if (method === "PUT") put.push(key);
    return method === "PUT" && put.length === 3 ? 503 : undefined;
  };
  await fixture.reconcile("copy-backups");
  const [waiting] = await copies(fixture, { backup_id: backup.backup_id });
  expect(waiting).toMatchObject({ status: "waiting", waiting_reason: expect.stringContaining("503") });
  // Half a copy is none, and its backup stays at the site while it is made.
  expect([...bucket.objects.keys()].filter((key) => key.includes(`manifests/${waiting?.copy_id}`))).toEqual([]);
  await fixture.send("backup.delete", { vm_id: backup.vm_id, backup_id: backup.backup_id });
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(backup.vm_id)).toEqual([backup.backup_id]);
  await fixture.query("UPDATE backup_copy SET copy_at = now() WHERE copy_id = $1", [waiting?.copy_id]);
  await fixture.reconcile("copy-backups");
  expect(await copies(fixture, { backup_id: backup.backup_id })).toMatchObject([
    { status: "copied", waiting_reason: null, error_message: null },
  ]);
  // Content and index of each disk, and the manifest. The third was refused once.
  expect(put).toHaveLength(6);
  expect([...bucket.objects.keys()].filter((key) => key.startsWith("midway/"))).toHaveLength(5);
  await fixture.reconcile("remove-recovery-points");
  expect(await fixture.kept(backup.vm_id)).toEqual([]);
});

test("a destination keeps so many copies of a VM, and the newest at any age", async () => {
  const to = await destination(fixture, { prefix: "kept/", keep_count: 2, keep_days: 30 });
  const { vm_id } = await copiedVm("retained", to.destination_id);
  for (const type of ["incremental", "incremental"]) await fixture.backup(vm_id, { type });
  await fixture.reconcile("copy-backups");
  const ofVm = async () => (await copies(fixture, { destination_id: to.destination_id })).map(({ copy_id }) => copy_id);
  const [newest, second, oldest] = await ofVm();
  const inBucket = () => [...bucket.objects.keys()].filter((key) => key.startsWith("kept/")).length;
  expect([oldest !== undefined, inBucket()]).toEqual([true, 11]);
  await fixture.reconcile("follow-destinations");
  expect([await ofVm(), inBucket()]).toEqual([[newest, second], 8]);
  // What the first one has written stays with the last that needs it.
  await fixture.query("UPDATE backup_copy SET taken_at = taken_at - interval '60 days' WHERE destination_id = $1", [
    to.destination_id,
  ]);
  await fixture.query("UPDATE backup_destination SET check_at = now() WHERE destination_id = $1", [to.destination_id]);
  await fixture.reconcile("follow-destinations");
  expect([await ofVm(), inBucket()]).toEqual([[newest], 5]);
  const create = { name: "of the newest", plan_id: "plan-nano", site_id: "site-fra-1" };
  const made = await fixture.send<Acceptance>("backupCopy.createVm", { copy_id: newest ?? "" }, create);
  expect(await fixture.ended(made.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await fixture.read(fixture.root(made.vm_id))).toBe("root of retained");
});

test("copies of another key, damaged ones and strangers' objects are told from copies, and touch nothing", async () => {
  const one = await destination(fixture, { prefix: "shared/" });
  await copiedVm("secret", one.destination_id);
  await fixture.reconcile("copy-backups");
  const manifest = [...bucket.objects.keys()].find((key) => key.startsWith("shared/manifests/")) ?? "";
  const sealed = bucket.objects.get(manifest) ?? Buffer.alloc(0);
  bucket.objects.set("shared/manifests/../../etc/passwd", Buffer.from("x"));
  bucket.objects.set(`shared/manifests/bcp_${"0".repeat(26)}`, Buffer.from("no copy"));
  bucket.objects.set(`shared/manifests/bcp_${"1".repeat(26)}`, sealed);
  const there = new Map(bucket.objects);
  const [other, same] = [
    await destination(fixture, { prefix: "shared/" }),
    await destination(elsewhere, { prefix: "shared/", key: one.key }),
  ];
  expect(await shown(fixture, other)).toMatchObject({ status: "ready", unreadable_copies: 3 });
  expect(await copies(fixture, { destination_id: other.destination_id })).toEqual([]);
  expect(await shown(elsewhere, same)).toMatchObject({ status: "ready", unreadable_copies: 2 });
  expect(bucket.objects).toEqual(there);
});

const flip = (object: Buffer, at: number) => object.writeUInt8(object.readUInt8(at) ^ 1, at);

test.each<[string, (files: string[]) => void]>([
  ["changed", ([root = ""]) => flip(bucket.objects.get(root) ?? Buffer.alloc(0), 115)],
  ["swapped", ([root = "", , data = ""]) => bucket.objects.set(root, bucket.objects.get(data) ?? Buffer.alloc(0))],
  ["gone", ([root = ""]) => void bucket.objects.delete(root)],
])("a VM is not made of a copy whose file is %s, and nothing of it stays at the site", async (what, change) => {
  const prefix = `${what}/`;
  const to = await destination(fixture, { prefix });
  const { backup } = await copiedVm(`made ${what}`, to.destination_id);
  await fixture.reconcile("copy-backups");
  change([...bucket.objects.keys()].filter((key) => key.startsWith(`${prefix}packs/`)));
  const [copy] = await copies(fixture, { backup_id: backup.backup_id });
  const create = { name: `again ${what}`, plan_id: "plan-nano", site_id: "site-fra-1" };
  const accepted = await fixture.send<Acceptance>("backupCopy.createVm", { copy_id: copy?.copy_id ?? "" }, create);
  expect(await fixture.ended(accepted.operation_id)).toMatchObject({
    status: "failed",
    error_code: what === "gone" ? "object_not_found" : "copy_unreadable",
  });
  const volumes = await fixture.send<Volume[]>("volume.list");
  expect(volumes.find(({ name }) => name === `again ${what}-data made ${what}`)).toMatchObject({ status: "error" });
  await fixture.reconcile("remove-leftover-copies");
  expect(await fixture.kept(backup.vm_id)).toEqual([backup.backup_id]);
});

test("a destination that a policy names stays, and one that refuses says why", async () => {
  const to = await destination(fixture);
  const { vm_id } = await copiedVm("named", to.destination_id);
  const place = { destination_id: to.destination_id };
  expect(await refusalOf(fixture.send("backupDestination.delete", place))).toMatchObject({
    ...{ status: 409, code: "destination_in_use", blockers: [{ type: "vm", id: vm_id, name: "named" }] },
  });
  const objects = bucket.objects.size;
  await fixture.send("backupPolicy.update", { vm_id }, { destination_id: null });
  await fixture.send("backupDestination.delete", place);
  expect(await refusalOf(fixture.send("backupDestination.get", place))).toMatchObject({ status: 404 });
  expect(bucket.objects.size).toBe(objects);
  for (const [more, reason] of [
    [{ access_key: "AKOTHER" }, "403 InvalidAccessKeyId"],
    [{ bucket: "nowhere" }, "404 NoSuchBucket"],
    [{ endpoint: "http://127.0.0.1:1" }, "does not answer"],
  ] as const) {
    const failed = await shown(fixture, await destination(fixture, more));
    expect(failed).toMatchObject({ status: "failed", error_message: expect.stringContaining(reason) });
  }
});

test("the data volumes of a kept backup come back at its site", async () => {
  const vm_id = await fixture.runningVm("local");
  fixture.work();
  const volume_id = await fixture.attachedVolume(vm_id, "data local");
  await fixture.write(vm_id, volume_id, "of the volume");
  const { backup_id } = await fixture.backup(vm_id);
  const create = (name: string, more: Input) =>
    fixture.act("workspaceBackup.createVm", { backup_id }, { name, plan_id: "plan-nano", ...more });
  expect(await create("local-2", {})).toMatchObject({ status: "succeeded" });
  expect(await create("local-3", { with_volumes: false })).toMatchObject({ status: "succeeded" });
  const restored = (await fixture.send<Volume[]>("volume.list")).filter(({ name }) => name.startsWith("local-"));
  expect(restored).toMatchObject([{ name: "local-2-data local", status: "in-use", size_gb: 10 }]);
  expect(await fixture.read(restored[0]?.volume_id ?? "")).toBe("of the volume");
});

test("a changed destination keeps what it has under the former prefix, and says what stands in its way", async () => {
  const to = await destination(fixture, { prefix: "before/" });
  const place = { destination_id: to.destination_id };
  const change = (body: Input) => fixture.send<BackupDestination>("backupDestination.update", place, body);
  // Nothing is copied there yet.
  expect(await change({ bucket: "nowhere" })).toMatchObject({ bucket: "nowhere", status: "checking" });
  await fixture.reconcile("follow-destinations");
  expect(await shown(fixture, to)).toMatchObject({ status: "failed" });
  expect(await change({ bucket: "elsewhere" })).toMatchObject({ status: "checking", error_message: null });
  await fixture.reconcile("follow-destinations");
  const { vm_id } = await copiedVm("moved", to.destination_id);
  await fixture.reconcile("copy-backups");
  const [first] = await copies(fixture, place);
  for (const body of [{ bucket: "another" }, { endpoint: "https://s3.example.net" }])
    expect(await refusalOf(change(body))).toMatchObject({
      ...{ status: 409, code: "destination_has_copies" },
      blockers: [{ type: "backup_copy", id: first?.copy_id, name: "moved" }],
    });
  // The same place in another spelling, and nothing at all.
  expect(await change({ endpoint: `${bucket.endpoint}/`, bucket: "elsewhere" })).toMatchObject({ status: "ready" });
  const before = await shown(fixture, to);
  expect(await change({})).toEqual(before);
  expect(await change({ name: "renamed", prefix: "after/" })).toMatchObject({
    ...{ name: "renamed", prefix: "after/", status: "checking", key_fingerprint: to.key_fingerprint },
  });
  await fixture.backup(vm_id);
  await fixture.reconcile("copy-backups");
  await fixture.reconcile("follow-destinations");
  expect(await copies(fixture, place)).toMatchObject([{ status: "copied" }, { copy_id: first?.copy_id }]);
  const under = (prefix: string) => [...bucket.objects.keys()].filter((key) => key.startsWith(prefix)).length;
  expect([under("before/"), under("after/")]).toEqual([5, 5]);
  const create = { name: "of before", plan_id: "plan-nano", site_id: "site-fra-1" };
  expect(await fixture.act("backupCopy.createVm", { copy_id: first?.copy_id ?? "" }, create)).toMatchObject({
    status: "succeeded",
  });
  // A shorter retention ends copies at once, those under the former prefix, too.
  await change({ keep_count: 1 });
  expect(await copies(fixture, place)).toMatchObject([{ status: "copied" }, { status: "removing" }]);
  await fixture.reconcile("follow-destinations");
  expect([under("before/"), under("after/")]).toEqual([0, 5]);
  expect(await copies(fixture, place)).toHaveLength(1);
  expect(await refusalOf(change({ keep_count: 0 }))).toMatchObject({ status: 400 });
  expect(await refusalOf(change({ prefix: "../" }))).toMatchObject({ status: 400 });
});

test("a copy that waits for an access goes on when the destination has the right one", async () => {
  const to = await destination(fixture, { prefix: "access/", access_key: "AKOTHER" });
  const { backup } = await copiedVm("barred", to.destination_id);
  await fixture.reconcile("copy-backups");
  const state = async () => (await copies(fixture, { backup_id: backup.backup_id }))[0]?.status;
  expect([await state(), (await shown(fixture, to)).status]).toEqual(["waiting", "failed"]);
  await fixture.send("backupDestination.update", { destination_id: to.destination_id }, { access_key: "AKELSEWHERE" });
  await fixture.reconcile("copy-backups");
  await fixture.reconcile("follow-destinations");
  expect([await state(), (await shown(fixture, to)).status]).toEqual(["copied", "ready"]);
});

test("a single backup is copied on request, once, and only where it would stay", async () => {
  const to = await destination(fixture, { prefix: "asked/" });
  const { destination_id } = to;
  const vm_id = await fixture.runningVm("asked");
  fixture.work();
  await fixture.write(vm_id, fixture.root(vm_id), "root of asked");
  const [older, newer] = [await fixture.backup(vm_id), await fixture.backup(vm_id)];
  const copy = ({ backup_id }: { readonly backup_id: string }) =>
    fixture.send<BackupCopy>("backupCopy.create", {}, { backup_id, destination_id });
  const asked = await copy(newer);
  expect(asked).toMatchObject({ status: "waiting", own: true, vm_name: "asked", backup_id: newer.backup_id });
  expect(await refusalOf(copy(newer))).toMatchObject({
    ...{ status: 409, code: "backup_copied", blockers: [{ type: "backup_copy", id: asked.copy_id }] },
  });
  await fixture.reconcile("copy-backups");
  expect(await copies(fixture, { destination_id })).toMatchObject([{ copy_id: asked.copy_id, status: "copied" }]);
  const keep = (body: Input) => fixture.send("backupDestination.update", { destination_id }, body);
  await keep({ keep_count: 1 });
  expect(await refusalOf(copy(older))).toMatchObject({ status: 409, code: "copy_not_kept" });
  await keep({ keep_count: null });
  expect(await copy(older)).toMatchObject({ status: "waiting" });
  // A copy that failed is no copy: it is asked for again.
  await fixture.query("UPDATE backup_copy SET status = 'failed', copy_at = NULL WHERE backup_id = $1", [
    older.backup_id,
  ]);
  expect(await copy(older)).toMatchObject({ status: "waiting" });
  // What waits for its copy stays at the site.
  await fixture.send("backup.delete", { vm_id, backup_id: older.backup_id });
  expect(await refusalOf(copy(older))).toMatchObject({ status: 404 });
  await fixture.reconcile("copy-backups");
  expect((await copies(fixture, { destination_id })).map(({ status }) => status).toSorted()).toEqual([
    ...["copied", "copied", "failed"],
  ]);
});
