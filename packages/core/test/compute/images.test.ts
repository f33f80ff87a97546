// Images of workspaces with a worker and the simulated site: what VMs made from them have, every step of the saga done
// twice and failing, what is charged, and what is left.
import type { CloudVm, Image, ImageAcceptance } from "@fulmar/contract";
import { runToEnd, sagaVariants } from "@fulmar/engine/testing";
import { describe, expect, test } from "vitest";
import { imageSagas } from "../../src/images/create-image.ts";
import { sagas } from "../../src/worker.ts";
import { computeFixture, type Input } from "../compute-fixture.ts";

const fixture = computeFixture();

const image = (image_id: string) => fixture.send<Image>("image.get", { image_id });
const make = (body: Input) => fixture.send<ImageAcceptance>("image.create", {}, body);

/** What is on the root disk of a VM at the simulated site. */
async function markOf(vmId: string): Promise<unknown> {
  const text = "SELECT configuration ->> 'mark' AS mark FROM simulated.instance WHERE vm_id = $1";
  return (await fixture.world.database.pool.query<{ mark: string | null }>(text, [vmId])).rows[0]?.mark;
}

async function markedVm(name: string, mark: string): Promise<string> {
  const vmId = await fixture.runningVm(name);
  const text =
    "UPDATE simulated.instance SET configuration = configuration || jsonb_build_object('mark', $2::text) WHERE vm_id = $1";
  await fixture.world.database.pool.query(text, [vmId, mark]);
  return vmId;
}

async function charged(imageId: string) {
  const text = "SELECT sku_code, quantity, charged_until IS NULL AS runs FROM charge WHERE resource_id = $1";
  return (await fixture.world.database.pool.query(text, [imageId])).rows;
}

async function atSite(imageId: string): Promise<number> {
  return (await fixture.world.database.pool.query("SELECT FROM simulated.image WHERE image_id = $1", [imageId])).rows
    .length;
}

/** A refusal's status and code. */
const refused = (sent: Promise<unknown>) =>
  sent.then(
    () => "accepted",
    ({ code, errors }: { readonly code: string; readonly errors?: readonly { readonly field: string }[] }) =>
      [code, ...(errors ?? []).map(({ field }) => field)].join(" "),
  );

test("a VM becomes an image, and new and rebuilt VMs have its disk and an identity of their own", async () => {
  const vm_id = await markedVm("golden", "golden");
  const accepted = await make({ name: "golden", vm_id, description: "first", tags: ["web"] });
  expect(await image(accepted.image_id)).toMatchObject({ status: "creating", site_ids: [], size_bytes: null });
  const worker = fixture.work();
  expect(await fixture.ended(accepted.operation_id)).toMatchObject({ status: "succeeded" });
  const made = await image(accepted.image_id);
  expect(made).toMatchObject({
    ...{ image_id: accepted.image_id, template_id: accepted.image_id, name: "golden", owner: "workspace" },
    ...{ status: "available", description: "first", tags: ["web"], os_distro: "debian", architecture: "x86_64" },
    source: { type: "vm", id: vm_id, vm_id, vm_name: "golden" },
    deprecated: false,
  });
  const { site_id, disk_gb } = await fixture.vm(vm_id);
  expect([made.min_disk_gb, made.site_ids]).toEqual([disk_gb, [site_id]]);
  expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
  expect(await charged(accepted.image_id)).toEqual([
    { sku_code: "image.storage", quantity: Math.ceil(disk_gb / 5), runs: true },
  ]);

  const body = { name: "copy", plan_id: "plan-nano", template_id: accepted.image_id };
  const copy = await fixture.send<{ vm_id: string; operation_id: string }>("cloudVm.create", {}, body);
  expect(await fixture.ended(copy.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await markOf(copy.vm_id)).toBe("golden");
  expect(await fixture.send<CloudVm>("cloudVm.get", { vm_id: copy.vm_id })).toMatchObject({
    template_id: accepted.image_id,
    os_distro: "debian",
  });
  const other = await fixture.runningVm("other");
  const rebuilt = await fixture.send<{ operation_id: string }>(
    "cloudVm.rebuild",
    { vm_id: other },
    { template_id: accepted.image_id },
  );
  expect(await fixture.ended(rebuilt.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await markOf(other)).toBe("golden");

  const small = { ...body, name: "small", disk_gb: disk_gb - 1 };
  expect(await refused(fixture.send("cloudVm.create", {}, small))).toBe("invalid_request disk_gb");
  await fixture.send("image.update", { image_id: accepted.image_id }, { deprecated: true, name: "old" });
  expect(await image(accepted.image_id)).toMatchObject({ name: "old", deprecated: true });
  await fixture.send("image.delete", { image_id: accepted.image_id });
  expect(await refused(image(accepted.image_id))).toBe("not_found");
  expect(await refused(fixture.send("cloudVm.create", {}, { ...body, name: "late" }))).toBe(
    "invalid_request template_id",
  );
  await fixture.reconcile("remove-images");
  expect(await atSite(accepted.image_id)).toBe(0);
  expect(await charged(accepted.image_id)).toMatchObject([{ runs: false }]);
  expect(await fixture.vm(copy.vm_id)).toMatchObject({ status: "running", template_id: accepted.image_id });
  await worker.stop();
});

test("an image under way and one that a VM is created from are not deleted", async () => {
  const vm_id = await fixture.runningVm("held");
  const { image_id, operation_id } = await make({ name: "held", vm_id });
  expect(await refused(fixture.send("image.delete", { image_id }))).toBe("image_in_progress");
  expect(await refused(make({ name: "second", vm_id }))).toBe("operation_in_progress");
  const worker = fixture.work();
  await fixture.ended(operation_id);
  await worker.stop();
  expect(await refused(make({ name: "held", vm_id }))).toBe("name_taken");
  const body = { name: "from held", plan_id: "plan-nano", template_id: image_id };
  const created = await fixture.send<{ operation_id: string }>("cloudVm.create", {}, body);
  expect(await refused(fixture.send("image.delete", { image_id }))).toBe("image_in_use");
  const again = fixture.work();
  await fixture.ended(created.operation_id);
  await again.stop();
  await fixture.send("image.delete", { image_id });
});

test("the worker runs every saga of images", () => {
  for (const saga of imageSagas) expect(sagas.map(({ name }) => name)).toContain(saga.name);
});

describe.each(imageSagas.map((saga) => [saga.name, saga] as const))("%s", (_, saga) => {
  test.each(sagaVariants(saga).map((variant) => [variant.title, variant] as const))("%s", async (title, variant) => {
    const name = `image ${title}`
      .replaceAll(/[^a-z -]/g, "")
      .slice(0, 63)
      .trim();
    const vm_id = await fixture.runningVm(name);
    const { image_id, operation_id } = await make({ name, vm_id });
    const { database, services } = fixture.world;
    expect(await runToEnd({ database, saga: variant.saga, services, operationId: operation_id })).toBe(variant.outcome);
    const succeeded = variant.outcome === "succeeded";
    expect(await fixture.vm(vm_id)).toMatchObject({ status: "running" });
    const { operation_id: holder } = await database.prisma.vm.findUniqueOrThrow({ where: { vm_id } });
    expect(holder).toBeNull();
    expect(await image(image_id)).toMatchObject({ status: succeeded ? "available" : "error" });
    await fixture.reconcile("remove-leftover-images");
    expect(await atSite(image_id)).toBe(succeeded ? 1 : 0);
  });
});
