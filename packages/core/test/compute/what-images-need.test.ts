// What images need of the machines that they boot on, and what hosts give (docs/adr/0175).
import { loadConfiguration } from "@fulmar/config";
import type { Acceptance, Image, Site, VmGroup } from "@fulmar/contract";
import type { InstanceSpec, Provider } from "@fulmar/providers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { addSite } from "../../src/operator.ts";
import { computeFixture, type Input } from "../compute-fixture.ts";

const fixture = computeFixture();
const rows = async (text: string, ...values: unknown[]) => (await fixture.world.database.pool.query(text, values)).rows;

let elsewhere: string;
beforeAll(async () => {
  const { database, databaseUrl } = fixture.world;
  const configuration = loadConfiguration({ DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" });
  const site = { name: "Elsewhere", location: "Nowhere", provider: "simulated" };
  elsewhere = (await addSite(database, configuration, site)).siteId;
});

/** What the hosts of the other site say of themselves from now on. */
async function hostsRun(architectures: readonly string[], firmware: readonly string[], of = "%"): Promise<void> {
  await fixture.reconcile("inspect-hosts");
  await rows(
    `UPDATE simulated.host h SET architectures = $1, firmware = $2 FROM site s
      WHERE s.site_id = $3 AND h.provider = s.provider AND h.name LIKE $4`,
    ...[architectures, firmware, elsewhere, of],
  );
  await fixture.reconcile("inspect-hosts");
}
beforeEach(() => hostsRun(["x86_64", "i686"], ["bios", "uefi"]));

let number = 0;
/** An image at the first site that needs what is told. */
async function golden(architecture: string | null, firmware: string | null): Promise<string> {
  const worker = fixture.work();
  const name = `golden-${++number}`;
  const vm_id = await fixture.runningVm(name);
  const { image_id, operation_id } = await fixture.send<Acceptance & { image_id: string }>(
    "image.create",
    {},
    { name, vm_id },
  );
  await fixture.ended(operation_id);
  await worker.stop();
  const needs = "UPDATE vm_image SET architecture = $2, firmware = $3 WHERE image_id = $1";
  await rows(needs, image_id, architecture, firmware);
  return image_id;
}

/** A refusal's field with its sentence, or "accepted". */
const refused = (sent: Promise<unknown>) =>
  sent.then(
    () => "accepted",
    ({ errors = [] }: { readonly errors?: readonly { readonly field: string; readonly message: string }[] }) =>
      errors.map(({ field, message }) => `${field} ${message}`).join("; "),
  );

const bodyOf = (template_id: string, more: Input = {}) => ({
  ...{ name: `vm-${++number}`, plan_id: "plan-nano", template_id, site_id: elsewhere },
  ...more,
});
const create = (template_id: string, more: Input = {}) =>
  fixture.send<Acceptance>("cloudVm.create", {}, bodyOf(template_id, more));
const NOT_ARM = "runs no machines of aarch64, which the image needs";

test("creates, groups and copies of an image of another architecture are refused, with the field and before anything is kept", async () => {
  const image_id = await golden("aarch64", null);
  const sentence = `site_id ${NOT_ARM}; choose another site or image`;
  expect(await refused(create(image_id))).toBe(sentence);
  const group = { name: "arms", desired_count: 2, plan_id: "plan-nano", template_id: image_id, site_id: elsewhere };
  expect(await refused(fixture.send<VmGroup>("vmGroup.create", {}, group))).toBe(sentence);
  expect(await refused(fixture.send("image.copy", { image_id }, { site_id: elsewhere }))).toBe(
    `site_id ${NOT_ARM}; choose another site`,
  );
  expect(await rows("SELECT FROM image_copy WHERE image_id = $1", image_id)).toEqual([]);
  // Without a site, one that runs it is chosen: the first, which is one lump and has said nothing.
  const { vm_id } = await create(image_id, { site_id: undefined });
  expect((await fixture.vm(vm_id)).site_id).not.toBe(elsewhere);
});

test("a rebuild with an image that its site does not run is refused", async () => {
  const worker = fixture.work();
  const { vm_id, operation_id } = await create("debian-13");
  await fixture.ended(operation_id);
  await worker.stop();
  const image_id = await golden(null, "bios");
  await hostsRun(["x86_64"], ["uefi"]);
  expect(await refused(fixture.send("cloudVm.rebuild", { vm_id }, { template_id: image_id }))).toBe(
    "template_id cannot be used: the site of the VM runs no machines of BIOS, which the image needs",
  );
  await hostsRun(["x86_64"], ["bios", "uefi"]);
  expect(await refused(fixture.send("cloudVm.rebuild", { vm_id }, { template_id: image_id }))).toBe("accepted");
});

test("what has not been told is not refused, and the last answer of a host that is away holds", async () => {
  const [arm, plain] = [await golden("aarch64", "uefi"), await golden(null, null)];
  await rows("UPDATE site_host SET architectures = NULL, firmware = NULL WHERE site_id = $1", elsewhere);
  expect(await refused(create(arm))).toBe("accepted");
  await hostsRun(["x86_64"], []);
  await rows("UPDATE simulated.host SET online = false");
  await fixture.reconcile("inspect-hosts");
  expect(await refused(create(arm))).toContain(NOT_ARM);
  await rows("UPDATE simulated.host SET online = true");
  await fixture.reconcile("inspect-hosts");
  expect(await refused(create(plain))).toBe("accepted");
});

test("one host that gives all that an image needs is enough, and its VM is put there", async () => {
  const image_id = await golden("aarch64", "uefi");
  await hostsRun(["aarch64"], ["bios"], "host-1");
  expect(await refused(create(image_id))).toContain("runs no machines of UEFI");
  await hostsRun(["aarch64"], ["uefi"], "host-1");
  const { vm_id, operation_id } = await create(image_id);
  const specs = new Map<string, InstanceSpec>();
  const { services } = fixture.world;
  const provider = services.provider;
  Object.assign(services, {
    async provider(name: string): Promise<Provider> {
      const real = await provider.call(services, name);
      const createInstance: Provider["compute"]["createInstance"] = (id, spec, signal) => {
        specs.set(id, spec);
        return real.compute.createInstance(id, spec, signal);
      };
      return { ...real, compute: { ...real.compute, createInstance } };
    },
  });
  const worker = fixture.work();
  await fixture.reconcile("copy-images");
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
  await worker.stop();
  Object.assign(services, { provider });
  expect(specs.get(vm_id)).toMatchObject({ host: "host-1", firmware: "uefi" });
  expect(await rows("SELECT host FROM simulated.instance WHERE vm_id = $1", vm_id)).toEqual([{ host: "host-1" }]);
});

test("an import names what the site runs, and firmware only where machines have some", async () => {
  const begin = (more: Input) =>
    fixture.send<Image>(
      "image.import",
      {},
      {
        ...{ name: `file-${++number}`, site_id: elsewhere, format: "lxd", url: "https://example.com/image" },
        ...{ os_distro: "debian", version: "13", min_disk_gb: 1, ...more },
      },
    );
  expect(await refused(begin({ architecture: "aarch64" }))).toBe("architecture must be i686 or x86_64 at this site");
  expect(await begin({ firmware: "bios" })).toMatchObject({ firmware: "bios", architecture: "x86_64" });
  await hostsRun(["x86_64"], ["uefi"]);
  expect(await refused(begin({ firmware: "bios" }))).toBe("firmware must be uefi at this site");
  await hostsRun(["x86_64"], []);
  expect(await refused(begin({ firmware: "uefi" }))).toBe("firmware must be left out at this site");
  expect(await begin({})).toMatchObject({ firmware: null });
});

test("sites say what their hosts run, and nothing until all have told it", async () => {
  const told = async () =>
    (await fixture.send<Site[]>("site.list", {}, {}, { limit: 100 })).find(({ site_id }) => site_id === elsewhere);
  await hostsRun(["aarch64"], [], "host-2");
  const both = { architectures: ["aarch64", "i686", "x86_64"], firmware: ["bios", "uefi"] };
  expect(await told()).toMatchObject(both);
  await hostsRun(["x86_64"], []);
  expect(await told()).toMatchObject({ architectures: ["x86_64"], firmware: [] });
  await rows("UPDATE site_host SET architectures = NULL WHERE site_id = $1 AND name = 'host-1'", elsewhere);
  expect(await told()).toMatchObject({ architectures: null, firmware: [] });
});
