// Copies of images that a restored database does not know: found at their site, left alone there, and adopted
// (docs/adr/0166).
import type { ImageAcceptance } from "@fulmar/contract";
import { withoutTriggers } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { adoptFixture } from "./adopt-fixture.ts";

const fixture = adoptFixture();

test("a copy is known to its site, and a restored database adopts it and charges for it", async () => {
  const worker = fixture.work();
  const vm_id = await fixture.runningVm("source");
  const { image_id, operation_id } = await fixture.send<ImageAcceptance>("image.create", {}, { name: "golden", vm_id });
  await fixture.ended(operation_id);
  await worker.stop();
  await fixture.send("image.copy", { image_id }, { site_id: "site-fra-1" });
  await fixture.reconcile("copy-images");
  await fixture.reconcile("find-unknown-resources");
  expect(await fixture.unknown()).toEqual([]);
  const rows = () =>
    fixture.query<{ copy_id: string }>(
      "SELECT copy_id, workspace_id, image_id, site_id, status, size_bytes, copy_at, created_at FROM image_copy",
      [],
    );
  const before = await rows();
  const id = before[0]?.copy_id ?? "";
  const charges = await fixture.charges();
  await withoutTriggers(fixture.world.database.pool, async (client) => {
    await client.query("DELETE FROM image_copy");
  });
  for (const name of ["remove-images", "remove-leftover-images", "find-unknown-resources"])
    await fixture.reconcile(name);
  await fixture.resume();
  expect(await fixture.unknown()).toEqual([{ kind: "image", id }]);
  expect(await fixture.adopt({ ids: [id] })).toMatchObject({ adopted: [{ kind: "image", id }], left: [] });
  expect(await rows()).toEqual(before);
  expect(await fixture.charges()).toEqual(charges);
  await fixture.send("image.deleteCopy", { image_id, site_id: "site-fra-1" });
  await fixture.reconcile("remove-images");
  expect(await fixture.query("SELECT FROM simulated.image WHERE image_id = $1", [id])).toEqual([]);
});
