import type { Examples } from "./example.ts";
import { type ExampleFixture, SITE } from "./example-fixture.ts";

/** A site with GPU plans. */
const GPU_SITE = "site-fra-1";

const volume = async (fixture: ExampleFixture) => ({ params: { volume_id: await fixture.volume() } });

const attached = async (fixture: ExampleFixture) => ({
  params: { volume_id: await fixture.attachedVolume(await fixture.vm()) },
});

/** Creates a volume with a snapshot. */
const withSnapshot = async (fixture: ExampleFixture) => {
  const { params } = await volume(fixture);
  const { snapshot_id } = await fixture.make("volumeSnapshot.create", { params, body: { name: fixture.name() } });
  await fixture.settleVolume(params.volume_id);
  return { ...params, snapshot_id };
};

export const blockStorageExamples = {
  "volume.list": [
    async (fixture) => {
      await volume(fixture);
      return {};
    },
  ],
  "volume.create": [
    (fixture) => ({ body: { name: fixture.name(), size_gb: 10, site_id: SITE, type: "nvme" } }),
    async (fixture) => {
      const { snapshot_id } = await withSnapshot(fixture);
      return { body: { name: fixture.name(), size_gb: 20, site_id: SITE, snapshot_id } };
    },
  ],
  "volume.get": [volume],
  "volume.update": [async (fixture) => ({ ...(await volume(fixture)), body: { name: fixture.name() } })],
  "volume.delete": [volume],
  "volume.restore": [async (fixture) => ({ params: { volume_id: await fixture.keptVolume() } })],
  "volume.purge": [async (fixture) => ({ params: { volume_id: await fixture.keptVolume() } })],
  "volume.attach": [async (fixture) => ({ ...(await volume(fixture)), body: { vm_id: await fixture.vm() } })],
  "volume.detach": [attached],
  "volume.resize": [async (fixture) => ({ ...(await volume(fixture)), body: { size_gb: 20 } })],
  "volume.operations": [volume],
  "volumeSnapshot.list": [
    async (fixture) => {
      const { volume_id } = await withSnapshot(fixture);
      return { params: { volume_id } };
    },
  ],
  "volumeSnapshot.create": [async (fixture) => ({ ...(await volume(fixture)), body: { name: fixture.name() } })],
  "volumeSnapshot.get": [async (fixture) => ({ params: await withSnapshot(fixture) })],
  "volumeSnapshot.delete": [async (fixture) => ({ params: await withSnapshot(fixture) })],
  "cloudVm.attachVolume": [
    async (fixture) => ({ params: { vm_id: await fixture.vm(), volume_id: await fixture.volume() } }),
  ],
  "cloudVm.detachVolume": [
    async (fixture) => {
      const vm_id = await fixture.vm();
      return { params: { vm_id, volume_id: await fixture.attachedVolume(vm_id) } };
    },
  ],
  "gpuVm.attachVolume": [
    async (fixture) => ({
      params: { vm_id: await fixture.vm("running", "gpuVm"), volume_id: await fixture.volume(GPU_SITE) },
    }),
  ],
  "gpuVm.detachVolume": [
    async (fixture) => {
      const vm_id = await fixture.vm("running", "gpuVm");
      return { params: { vm_id, volume_id: await fixture.attachedVolume(vm_id, GPU_SITE) } };
    },
  ],
} satisfies Partial<Examples>;
