// Snapshots that a restored database does not know, and whose VM the site no longer has: they outlived it.
import { withoutTriggers } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { refusalOf } from "../compute-fixture.ts";
import { adoptFixture } from "./adopt-fixture.ts";

const fixture = adoptFixture();
const point = () =>
  fixture.query<{ id: string; vm_id: string }>("SELECT snapshot_set_id AS id, vm_id FROM snapshot_set");

/** A snapshot at the site without its instance. */
async function outlived(name: string) {
  await fixture.clear();
  const vm_id = await fixture.runningVm(name);
  const worker = fixture.work();
  await fixture.write(vm_id.replace("vm_", "root_"), vm_id, "kept");
  await fixture.act("snapshot.create", { vm_id }, { name, outlives_vm: true });
  await worker.stop();
  const { compute } = await fixture.world.services.provider("simulated");
  await compute.deleteInstance(vm_id, AbortSignal.timeout(10_000));
  const [{ id } = { id: "" }] = await point();
  return { vm_id, id };
}

test("one whose VM the database has is adopted, marked as it was", async () => {
  const { vm_id, id } = await outlived("known");
  await withoutTriggers(fixture.world.database.pool, async (client) => {
    await client.query("DELETE FROM snapshot_set");
  });
  await fixture.reconcile("find-unknown-resources");
  await fixture.resume();
  expect(await fixture.unknown()).toEqual([{ kind: "snapshot", id }]);
  expect(await fixture.adopt({ ids: [id] })).toMatchObject({ adopted: [{ kind: "snapshot", id }], left: [] });
  expect(await fixture.query("SELECT vm_id, status, outlives_vm FROM snapshot_set")).toEqual([
    { vm_id, status: "succeeded", outlives_vm: true },
  ]);
});

test("one whose VM nobody has is refused with the reason, and can be discarded", async () => {
  const { id } = await outlived("unknown");
  await fixture.forget();
  expect(await refusalOf(fixture.adopt({ ids: [id] }))).toMatchObject({ status: 409, code: "vm_missing" });
  await fixture.discard(id);
  expect(await fixture.unknown()).toEqual([]);
});
