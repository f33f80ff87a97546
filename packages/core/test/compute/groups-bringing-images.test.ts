// Groups of VMs at a site where their image is not yet (docs/adr/0134, docs/adr/0166): all members share one transfer, also
// those of another template, of a larger count, and after a transfer that failed.
import { loadConfiguration } from "@fulmar/config";
import type { ImageAcceptance, VmGroup, VmGroupMember } from "@fulmar/contract";
import { type ImagePort, ProviderError } from "@fulmar/providers";
import { beforeAll, expect, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();
const rows = async (text: string, ...values: unknown[]) => (await fixture.world.database.pool.query(text, values)).rows;

let elsewhere: string;
beforeAll(async () => {
  const { database, databaseUrl } = fixture.world;
  const configuration = loadConfiguration({ DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" });
  const site = { name: "Elsewhere", location: "Nowhere", provider: "simulated" };
  elsewhere = (await addSite(database, configuration, site)).siteId;
  await fixture.reconcile("inspect-hosts");
});

let number = 0;
/** An available image at the first site, with a mark on its disk. */
async function golden(): Promise<string> {
  const name = `golden-${++number}`;
  const worker = fixture.work();
  const vm_id = await fixture.runningVm(name);
  const mark = "UPDATE simulated.instance SET configuration = configuration || jsonb_build_object('mark', $2::text)";
  await rows(`${mark} WHERE vm_id = $1`, vm_id, name);
  const made = await fixture.send<ImageAcceptance>("image.create", {}, { name, vm_id });
  await fixture.ended(made.operation_id);
  await worker.stop();
  return made.image_id;
}

const get = (vm_group_id: string) => fixture.send<VmGroup>("vmGroup.get", { vm_group_id });
const members = (vm_group_id: string) => fixture.send<VmGroupMember[]>("vmGroup.members", { vm_group_id });
const copiesOf = (image_id: string) =>
  rows("SELECT status FROM image_copy WHERE image_id = $1 AND deleted_at IS NULL", image_id);
const marksOf = async (vm_group_id: string) =>
  rows(
    `SELECT DISTINCT i.configuration ->> 'mark' AS mark FROM vm_group_member m JOIN simulated.instance i USING (vm_id)
      WHERE m.vm_group_id = $1`,
    vm_group_id,
  );
const template = (template_id: string) => ({ plan_id: "plan-nano", template_id, site_id: elsewhere });
const createGroup = (image_id: string, desired_count: number) =>
  fixture.send<VmGroup>("vmGroup.create", {}, { name: `group-${++number}`, desired_count, ...template(image_id) });

let transfers = 0;
/** Brings what is wanted, and counts the transfers. @param refused why none succeeds */
async function bring(refused?: string): Promise<void> {
  const { services } = fixture.world;
  await fixture.reconcile("copy-images", {
    async provider(name: string) {
      const provider = await services.provider(name);
      const exportImage: ImagePort["exportImage"] = (...call) => {
        transfers++;
        if (refused !== undefined) throw new ProviderError("image_unsuitable", refused, { retryable: false });
        return provider.images.exportImage(...call);
      };
      return { ...provider, images: { ...provider.images, exportImage } };
    },
  });
}

/** Works until the group has what it should have. */
async function untilSteady(vm_group_id: string): Promise<void> {
  const worker = fixture.work();
  for (let visits = 0; visits < 60; visits++) {
    await bring();
    const under = await rows("SELECT operation_id FROM operation WHERE finished_at IS NULL");
    for (const { operation_id } of under) await fixture.ended(operation_id);
    await rows("UPDATE vm_group SET due_at = now()");
    await fixture.reconcile("follow-vm-groups");
    const { state } = await get(vm_group_id);
    if (state === "steady") return worker.stop();
  }
  throw new Error(`the group is not steady: ${JSON.stringify([await get(vm_group_id), await members(vm_group_id)])}`);
}

test("the members of a group share one transfer, also those that are added while it is under way", async () => {
  const image_id = await golden();
  transfers = 0;
  const { vm_group_id } = await createGroup(image_id, 4);
  await fixture.send("vmGroup.update", { vm_group_id }, { desired_count: 6 });
  expect(await copiesOf(image_id)).toEqual([{ status: "copying" }]);
  await untilSteady(vm_group_id);
  expect([transfers, await copiesOf(image_id)]).toEqual([1, [{ status: "available" }]]);
  expect((await members(vm_group_id)).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "running"));
  expect(await marksOf(vm_group_id)).toEqual([{ mark: expect.stringMatching(/^golden-/) }]);
});

test("another template brings its image once for all who are replaced, and lets go of the former copy", async () => {
  const [first, second] = [await golden(), await golden()];
  const { vm_group_id } = await createGroup(first, 3);
  await untilSteady(vm_group_id);
  const before = (await members(vm_group_id)).map(({ vm_id }) => vm_id);
  const [mark] = await marksOf(vm_group_id);
  transfers = 0;
  await fixture.send("vmGroup.setTemplate", { vm_group_id }, template(second));
  await untilSteady(vm_group_id);
  expect([transfers, await copiesOf(second)]).toEqual([1, [{ status: "available" }]]);
  const after = await members(vm_group_id);
  expect(after).toHaveLength(3);
  for (const { vm_id } of after) expect(before).not.toContain(vm_id);
  const marks = await marksOf(vm_group_id);
  expect(marks).toHaveLength(1);
  expect(marks).not.toEqual([mark]);
  const remove = (image_id: string) => fixture.send("image.deleteCopy", { image_id, site_id: elsewhere });
  await expect(remove(second)).rejects.toMatchObject({ code: "image_copy_in_use" });
  await remove(first);
  expect(await copiesOf(first)).toEqual([]);
});

test("members whose transfer failed are replaced, by another transfer of one copy", async () => {
  const image_id = await golden();
  transfers = 0;
  const { vm_group_id } = await createGroup(image_id, 3);
  await bring("The site cannot read it.");
  const worker = fixture.work();
  for (const { operation_id } of await rows("SELECT operation_id FROM operation WHERE finished_at IS NULL"))
    expect(await fixture.ended(operation_id)).toMatchObject({ error_message: "The site cannot read it." });
  await worker.stop();
  expect((await members(vm_group_id)).map(({ status }) => status)).toEqual(["error", "error", "error"]);
  await untilSteady(vm_group_id);
  expect([transfers, await copiesOf(image_id)]).toEqual([2, [{ status: "available" }]]);
  expect((await members(vm_group_id)).map(({ status }) => status)).toEqual(["running", "running", "running"]);
});

test("a group whose image its workspace lost says why, and makes no more VMs", async () => {
  const image_id = await golden();
  const { vm_group_id } = await createGroup(image_id, 1);
  await untilSteady(vm_group_id);
  await expect(fixture.send("image.delete", { image_id })).rejects.toMatchObject({ code: "image_in_use" });
  // As when the owner of a shared image takes it back.
  await rows("UPDATE vm_image SET deleted_at = now() WHERE image_id = $1", image_id);
  expect(await copiesOf(image_id)).toEqual([]);
  const [{ vm_id } = { vm_id: "" }] = await members(vm_group_id);
  const worker = fixture.work();
  await fixture.ended((await fixture.send<{ operation_id: string }>("cloudVm.delete", { vm_id })).operation_id);
  await worker.stop();
  for (let visits = 0; visits < 3; visits++) {
    await rows("UPDATE vm_group SET due_at = now()");
    await fixture.reconcile("follow-vm-groups");
  }
  expect(await get(vm_group_id)).toMatchObject({ member_count: 0, reason: expect.stringContaining("image") });
});
