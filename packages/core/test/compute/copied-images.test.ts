// Images that are brought to another site (docs/adr/0166): by creates and rebuilds at once, by a worker that is killed,
// and with every step of the sagas done twice and failing; what is charged, and what is left.
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance, Image, ImageAcceptance } from "@fulmar/contract";
import { runToEnd, sagaVariants } from "@fulmar/engine/testing";
import { type ImagePort, ProviderError } from "@fulmar/providers";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { rebuildVmBringingImageSaga } from "../../src/compute/rebuild-vm.ts";
import { createVmBringingImageSaga } from "../../src/compute/vm-create.saga.ts";
import { addSite } from "../../src/operator.ts";
import { sagas } from "../../src/worker.ts";
import { computeFixture, type Input } from "../compute-fixture.ts";

const fixture = computeFixture();

let elsewhere: string;
beforeAll(async () => {
  const { database, databaseUrl } = fixture.world;
  const configuration = loadConfiguration({ DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" });
  const site = { name: "Elsewhere", location: "Nowhere", provider: "simulated" };
  elsewhere = (await addSite(database, configuration, site)).siteId;
  await fixture.reconcile("inspect-hosts");
});

const rows = async (text: string, ...values: unknown[]) => (await fixture.world.database.pool.query(text, values)).rows;
const image = (image_id: string) => fixture.send<Image>("image.get", { image_id });
const copiesOf = (id: string) =>
  rows("SELECT copy_id, status, attempts FROM image_copy WHERE image_id = $1 AND deleted_at IS NULL", id);
const atSites = async (id: string) =>
  (
    await rows(
      `SELECT m.image_id FROM simulated.image m LEFT JOIN image_copy c ON c.copy_id = m.image_id
        WHERE $1 IN (m.image_id, c.image_id) ORDER BY m.image_id`,
      id,
    )
  ).length;
const charged = (id: string) =>
  rows("SELECT quantity FROM charge WHERE resource_id = $1 AND charged_until IS NULL", id);
const markOf = async (vmId: string) =>
  (await rows("SELECT configuration ->> 'mark' AS mark FROM simulated.instance WHERE vm_id = $1", vmId))[0]?.mark;
/** The world of the other site, whose provider is one of its own. */
const worldOf = async (vmId: string) =>
  (await rows("SELECT provider FROM simulated.instance WHERE vm_id = $1", vmId))[0]?.provider;

/** A refusal's code, and the fields that it names. */
const refused = (sent: Promise<unknown>) =>
  sent.then(
    () => "accepted",
    ({ code, errors }: { readonly code: string; readonly errors?: readonly { readonly field: string }[] }) =>
      [code, ...(errors ?? []).map(({ field }) => field)].join(" "),
  );

let number = 0;
/** An available image at the first site, with a mark on its disk. */
async function golden(): Promise<string> {
  const name = `golden-${++number}`;
  const worker = fixture.work();
  const vm_id = await fixture.runningVm(name);
  await rows(
    "UPDATE simulated.instance SET configuration = configuration || jsonb_build_object('mark', $2::text) WHERE vm_id = $1",
    vm_id,
    name,
  );
  const { image_id, operation_id } = await fixture.send<ImageAcceptance>("image.create", {}, { name, vm_id });
  await fixture.ended(operation_id);
  await worker.stop();
  return image_id;
}

const limitImages = (limit: number) =>
  rows(
    `INSERT INTO quota (workspace_id, resource, "limit") VALUES ($1, 'images', $2)
         ON CONFLICT (workspace_id, resource) DO UPDATE SET "limit" = excluded."limit"`,
    fixture.world.entry.workspace.id,
    limit,
  );

const bodyOf = (template_id: string, more: Input = {}) => ({
  ...{ name: `vm-${++number}`, plan_id: "plan-nano", template_id, site_id: elsewhere },
  ...more,
});
const create = (image_id: string, more: Input = {}) =>
  fixture.send<Acceptance>("cloudVm.create", {}, bodyOf(image_id, more));

/** The services of a worker where exports behave as told. */
function exporting(exportImage: (real: ImagePort) => ImagePort["exportImage"]) {
  const { services } = fixture.world;
  return {
    async provider(name: string) {
      const provider = await services.provider(name);
      const images = { ...provider.images, exportImage: exportImage(provider.images) };
      return { ...provider, images };
    },
  };
}

afterEach(async () => {
  await rows("DELETE FROM quota WHERE resource = 'images'");
  await rows("DELETE FROM site_capacity");
});

test("20 creates at another site bring the image once, the next finds it there, and the copy is charged for", async () => {
  const image_id = await golden();
  const [before] = await charged(image_id);
  const made = await Promise.all(Array.from({ length: 20 }, () => create(image_id)));
  const [copy] = await copiesOf(image_id);
  expect(await copiesOf(image_id)).toEqual([{ copy_id: copy.copy_id, status: "copying", attempts: 0 }]);
  expect(await image(image_id)).toMatchObject({ copies: [{ site_id: elsewhere, status: "copying" }] });
  let exports = 0;
  const counted = exporting((real) => (...call) => {
    exports++;
    return real.exportImage(...call);
  });
  const worker = fixture.work();
  await fixture.reconcile("copy-images", counted);
  for (const { operation_id } of made)
    expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded", error_message: null });
  expect(exports).toBe(1);
  for (const { vm_id } of made) expect(await markOf(vm_id)).toMatch(/^golden-/);
  expect(await fixture.vm(made[0]?.vm_id ?? "")).toMatchObject({ site_id: elsewhere, template_id: image_id });
  const home = (await image(image_id)).site_ids[0] ?? "";
  expect(await image(image_id)).toMatchObject({
    site_ids: [home, elsewhere],
    copies: [{ site_id: elsewhere, status: "available", error_message: null }],
  });
  expect(await charged(image_id)).toEqual([{ quantity: before.quantity * 2 }]);

  const next = await create(image_id);
  expect(await fixture.ended(next.operation_id)).toMatchObject({ status: "succeeded" });
  expect(await rows("SELECT saga FROM operation WHERE operation_id = $1", next.operation_id)).toEqual([
    { saga: "vm-create" },
  ]);
  expect(await worldOf(next.vm_id)).not.toBe("simulated");
  await worker.stop();
  expect(await atSites(image_id)).toBe(2);

  await fixture.send("image.deleteCopy", { image_id, site_id: elsewhere });
  expect(await image(image_id)).toMatchObject({ site_ids: [home], copies: [] });
  expect(await charged(image_id)).toEqual([before]);
  await fixture.reconcile("remove-images");
  expect(await atSites(image_id)).toBe(1);
  expect(await fixture.vm(next.vm_id)).toMatchObject({ status: "running" });
});

test("a transfer that fails fails all who wait for it with its sentence, and the next create tries anew", async () => {
  const image_id = await golden();
  const made = [await create(image_id), await create(image_id)];
  const refusing = exporting(() => async () => {
    throw new ProviderError("image_unsuitable", "The site cannot read it.", { retryable: false });
  });
  await fixture.reconcile("copy-images", refusing);
  const worker = fixture.work();
  for (const { operation_id } of made)
    expect(await fixture.ended(operation_id)).toMatchObject({
      status: "failed",
      error_message: "The site cannot read it.",
    });
  expect(await image(image_id)).toMatchObject({
    copies: [{ site_id: elsewhere, status: "error", error_message: "The site cannot read it." }],
  });
  expect(await charged(image_id)).toHaveLength(1);
  const again = await create(image_id);
  await fixture.reconcile("copy-images");
  expect(await fixture.ended(again.operation_id)).toMatchObject({ status: "succeeded" });
  await worker.stop();
});

test("a server that does not answer is tried again, with its reason on the record", async () => {
  const image_id = await golden();
  await fixture.send("image.copy", { image_id }, { site_id: elsewhere });
  const busy = exporting(() => async () => {
    throw new ProviderError("provider_unavailable", "The site did not answer.", { retryable: true });
  });
  await fixture.reconcile("copy-images", busy);
  expect(await image(image_id)).toMatchObject({
    copies: [{ status: "copying", waiting_reason: "The site did not answer." }],
  });
  await rows("UPDATE image_copy SET copy_at = now() WHERE image_id = $1", image_id);
  await fixture.reconcile("copy-images");
  expect(await image(image_id)).toMatchObject({ copies: [{ status: "available", waiting_reason: null }] });
});

test("a worker that is killed while it brings an image leaves it to another, which begins anew", async () => {
  const image_id = await golden();
  const { operation_id } = await create(image_id);
  const killed = fixture.world.database;
  // As a killed worker leaves it: claimed, with half of it at the site.
  await killed.pool.query(
    "UPDATE image_copy SET attempts = 1, copy_at = now() + interval '30 seconds' WHERE image_id = $1",
    [image_id],
  );
  await fixture.reconcile("copy-images");
  expect(await copiesOf(image_id)).toMatchObject([{ status: "copying", attempts: 1 }]);
  await rows("UPDATE image_copy SET copy_at = now() WHERE image_id = $1", image_id);
  await fixture.reconcile("copy-images");
  expect(await copiesOf(image_id)).toMatchObject([{ status: "available", attempts: 2 }]);
  const worker = fixture.work();
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  await worker.stop();
});

test("an image is not deleted while a VM waits for it, and one on its way to nobody is brought no further", async () => {
  const image_id = await golden();
  const { operation_id } = await create(image_id);
  expect(await refused(fixture.send("image.delete", { image_id }))).toBe("image_in_use");
  expect(await refused(fixture.send("image.deleteCopy", { image_id, site_id: elsewhere }))).toBe("image_copy_in_use");
  const worker = fixture.work();
  await fixture.reconcile("copy-images");
  await fixture.ended(operation_id);
  await worker.stop();
  await fixture.send("image.delete", { image_id });
  expect(await charged(image_id)).toEqual([]);
  await fixture.reconcile("remove-images");
  expect(await atSites(image_id)).toBe(0);

  const other = await golden();
  await fixture.send("image.copy", { image_id: other }, { site_id: elsewhere });
  const deleting = exporting((real) => async (...call) => {
    await fixture.send("image.delete", { image_id: other });
    return real.exportImage(...call);
  });
  await fixture.reconcile("copy-images", deleting);
  expect(await rows("SELECT status, deleted_at IS NULL AS kept FROM image_copy WHERE image_id = $1", other)).toEqual([
    { status: "copying", kept: false },
  ]);
  await fixture.reconcile("remove-images");
  expect(await atSites(other)).toBe(0);
  expect(await charged(other)).toEqual([]);
});

test("a copy counts in the quota of images, and a workspace at its end makes no VM elsewhere", async () => {
  const image_id = await golden();
  const used = Number(
    (await rows("SELECT quota_used(workspace_id, 'images') AS used FROM vm_image WHERE image_id = $1", image_id))[0]
      ?.used,
  );
  await limitImages(used);
  expect(await refused(create(image_id))).toBe("quota_exceeded");
  expect(await refused(fixture.send("image.copy", { image_id }, { site_id: elsewhere }))).toBe("quota_exceeded");
  await limitImages(used + 1);
  await Promise.all([create(image_id), create(image_id)]);
  expect(await copiesOf(image_id)).toHaveLength(1);
  expect(await refused(fixture.send("image.copy", { image_id }, { site_id: elsewhere }))).toBe("image_at_site");
});

test("sites that cannot take the image, and images that are at the site, are refused with the request", async () => {
  const image_id = await golden();
  const copy = (site_id: string, id = image_id) => refused(fixture.send("image.copy", { image_id: id }, { site_id }));
  const [home = ""] = (await image(image_id)).site_ids;
  expect(await copy(home)).toBe("image_at_site");
  expect(await copy("site-none")).toBe("invalid_request site_id");
  expect(await copy(elsewhere, "debian-13")).toBe("image_at_site");
  expect(await copy(elsewhere, "img_00000000000000000000000000")).toBe("not_found");
  const provider = (await rows("SELECT provider FROM site WHERE site_id = $1", elsewhere))[0]?.provider;
  await rows("UPDATE site SET provider = 'other:place' WHERE site_id = $1", elsewhere);
  expect(await copy(elsewhere)).toBe("invalid_request site_id");
  expect(await refused(create(image_id))).toBe("invalid_request site_id");
  await rows("UPDATE site SET provider = $2 WHERE site_id = $1", elsewhere, provider);
  const seen = `INSERT INTO site_capacity (site_id, reachable, server, cpus, ram_mb, free_ram_mb, disk_gb, free_disk_gb, instance_type)
     VALUES ($1, true, 'lxd', 64, 65536, 65536, 1000, 1000, $2)
         ON CONFLICT (site_id) DO UPDATE SET instance_type = excluded.instance_type`;
  await rows(seen, home, "container");
  await rows(seen, elsewhere, "virtual-machine");
  expect(await copy(elsewhere)).toBe("invalid_request site_id");
  await rows(seen, elsewhere, "container");
  expect(await copy(elsewhere)).toBe("accepted");
});

test("the worker runs the sagas that wait for an image", () => {
  for (const saga of [createVmBringingImageSaga, rebuildVmBringingImageSaga])
    expect(sagas.map(({ name }) => name)).toContain(saga.name);
});

let shared: Promise<string> | undefined;
const sharedImage = () => {
  shared ??= golden();
  return shared;
};
const begin = {
  "create-vm-bringing-image": async (image_id: string) => create(image_id),
  "rebuild-vm-bringing-image": async (image_id: string) => {
    const worker = fixture.work();
    const { vm_id, operation_id } = await create("debian-13");
    await fixture.ended(operation_id);
    await worker.stop();
    return fixture.send<Acceptance>("cloudVm.rebuild", { vm_id }, { template_id: image_id });
  },
} as const;

describe.each([
  ["create-vm-bringing-image", createVmBringingImageSaga],
  ["rebuild-vm-bringing-image", rebuildVmBringingImageSaga],
] as const)("%s", (name, saga) => {
  test.each(sagaVariants<never>(saga as never).map((variant) => [variant.title, variant] as const))(
    "%s",
    async (_, variant) => {
      const image_id = await sharedImage();
      await rows("UPDATE image_copy SET deleted_at = now() WHERE image_id = $1 AND deleted_at IS NULL", image_id);
      const { vm_id, operation_id: operationId } = await begin[name](image_id);
      await fixture.reconcile("copy-images");
      const { database, services } = fixture.world;
      const wanted = { database, saga: variant.saga as never, services: services as never, operationId };
      expect(await runToEnd(wanted)).toBe(variant.outcome);
      const succeeded = variant.outcome === "succeeded";
      const isNew = name === "create-vm-bringing-image";
      expect(await fixture.vm(vm_id)).toMatchObject({
        status: succeeded || !isNew ? "running" : "error",
        template_id: succeeded || isNew ? image_id : "debian-13",
      });
      if (succeeded) expect(await markOf(vm_id)).toMatch(/^golden-/);
      // The copy stays for the next VM, whatever came of this one.
      expect(await copiesOf(image_id)).toMatchObject([{ status: "available" }]);
    },
  );
});
