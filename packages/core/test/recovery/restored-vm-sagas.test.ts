// The generic tests of the sagas that make VMs of backups, of copies, and of what another site has: every step done twice, a failure at every step,
// every undo done twice.
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance, BackupCopy, Volume } from "@fulmar/contract";
import { runToEnd, sagaVariants } from "@fulmar/engine/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { restoredVmSagas } from "../../src/recovery/worker.ts";
import { sagas } from "../../src/worker.ts";
import { startBucket } from "./bucket-double.ts";
import { recoveryFixture } from "./recovery-fixture.ts";

const fixture = recoveryFixture({ FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" });

let bucket: Awaited<ReturnType<typeof startBucket>>;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.close());

interface Source {
  readonly vm_id: string;
  readonly backup_id: string;
  readonly snapshot_set_id: string;
  readonly copy_id: string;
  /** A site of the same kind whose server is another one. */
  readonly elsewhere: string;
}
let made: Promise<Source> | undefined;
/** A VM with a volume, its snapshot, its backup, and the copy of that. */
const source = () => (made ??= makeSource());

async function makeSource(): Promise<Source> {
  const access = { access_key: "AKELSEWHERE", secret_key: "secret-of-the-bucket" };
  const body = { name: "elsewhere", endpoint: bucket.endpoint, bucket: "elsewhere", ...access };
  const { destination_id } = await fixture.send<{ destination_id: string }>("backupDestination.create", {}, body);
  const vm_id = await fixture.runningVm("source");
  const worker = fixture.work();
  const volume_id = await fixture.attachedVolume(vm_id, "data");
  await fixture.send("backupPolicy.enable", { vm_id }, { destination_id });
  await fixture.write(vm_id, fixture.root(vm_id), "of the root disk");
  await fixture.write(vm_id, volume_id, "of the volume");
  const { backup_id } = await fixture.backup(vm_id);
  const { snapshot_set_id } = await fixture.snapshot(vm_id, { name: "moment" });
  await worker.stop();
  await fixture.reconcile("copy-backups");
  const [copy] = await fixture.send<BackupCopy[]>("backupCopy.list");
  return { vm_id, backup_id, snapshot_set_id, copy_id: copy?.copy_id ?? "", elsewhere: await otherSite() };
}

async function otherSite(): Promise<string> {
  const { database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const { siteId } = await addSite(database, loadConfiguration(environment), {
    ...{ name: "Elsewhere", location: "Nowhere", provider: "simulated" },
  });
  await fixture.reconcile("inspect-hosts");
  return siteId;
}

const create: Readonly<Record<string, (name: string) => Promise<Acceptance>>> = {
  "create-vm-of-backup": async (name) => {
    const { backup_id } = await source();
    return fixture.send("workspaceBackup.createVm", { backup_id }, { name, plan_id: "plan-nano" });
  },
  "create-vm-of-copy": async (name) => {
    const body = { name, plan_id: "plan-nano", site_id: "site-fra-1" };
    return fixture.send("backupCopy.createVm", { copy_id: (await source()).copy_id }, body);
  },
  "create-vm-elsewhere": async (name) => {
    const { snapshot_set_id, elsewhere: site_id } = await source();
    const body = { name, plan_id: "plan-nano", site_id };
    return fixture.send("workspaceSnapshot.createVm", { snapshot_set_id }, body);
  },
};

let number = 0;

test("the worker runs each of them", () => {
  for (const saga of restoredVmSagas) expect(sagas.map(({ name }) => name)).toContain(saga.name);
});

describe.each(restoredVmSagas.map((saga) => [saga.name, saga] as const))("%s", (sagaName, saga) => {
  test.each(sagaVariants(saga).map((variant) => [variant.title, variant] as const))("%s", async (_, variant) => {
    const name = `made ${++number}`;
    const accepted = await create[sagaName]?.(name);
    if (accepted === undefined) throw new Error(`the saga ${sagaName} has no story in this test`);
    const { vm_id, operation_id: operationId } = accepted;
    const { database, services } = fixture.world;
    expect(await runToEnd({ database, saga: variant.saga, services, operationId })).toBe(variant.outcome);

    const succeeded = variant.outcome === "succeeded";
    expect(await fixture.vm(vm_id)).toMatchObject({ status: succeeded ? "running" : "error" });
    const volumes = await fixture.send<Volume[]>("volume.list");
    const volume_id = volumes.find((volume) => volume.name === `${name}-data`)?.volume_id ?? "";
    const volume = await fixture.send<Volume>("volume.get", { volume_id });
    expect(volume).toMatchObject({
      status: succeeded ? "in-use" : "error",
      attached_vm_id: succeeded ? vm_id : null,
      error_message: succeeded ? null : expect.any(String),
    });
    expect([await fixture.read(fixture.root(vm_id)), await fixture.read(volume_id)]).toEqual(
      succeeded ? ["of the root disk", "of the volume"] : ["", ""],
    );
    const stored = await fixture.query("SELECT FROM simulated.volume WHERE volume_id = $1", [volume_id]);
    expect(stored).toHaveLength(succeeded ? 1 : 0);
    // What the site had of a copy, or of another site, is removed soon afterwards.
    await fixture.reconcile("remove-leftover-copies");
    const { vm_id: backedUp, backup_id, snapshot_set_id } = await source();
    expect(await fixture.kept(backedUp)).toEqual([backup_id, snapshot_set_id]);
  });
});
