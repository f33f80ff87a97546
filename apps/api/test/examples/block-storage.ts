import type { Examples } from "./example.ts";
import { type Scene, SITE } from "./scene.ts";

/** A site with GPU plans. */
const GPU_SITE = "site-fra-1";

const volume = async (scene: Scene) => ({ params: { volume_id: await scene.volume() } });

const attached = async (scene: Scene) => ({ params: { volume_id: await scene.attachedVolume(await scene.vm()) } });

/** Creates a volume with a snapshot. */
const withSnapshot = async (scene: Scene) => {
  const { params } = await volume(scene);
  const { snapshot_id } = await scene.make("volumeSnapshot.create", { params, body: { name: scene.name() } });
  await scene.settleVolume(params.volume_id);
  return { ...params, snapshot_id };
};

export const blockStorageExamples = {
  "volume.list": [
    async (scene) => {
      await volume(scene);
      return {};
    },
  ],
  "volume.create": [
    (scene) => ({ body: { name: scene.name(), size_gb: 10, site_id: SITE, type: "nvme" } }),
    async (scene) => {
      const { snapshot_id } = await withSnapshot(scene);
      return { body: { name: scene.name(), size_gb: 20, site_id: SITE, snapshot_id } };
    },
  ],
  "volume.get": [volume],
  "volume.update": [async (scene) => ({ ...(await volume(scene)), body: { name: scene.name() } })],
  "volume.delete": [volume],
  "volume.attach": [async (scene) => ({ ...(await volume(scene)), body: { vm_id: await scene.vm() } })],
  "volume.detach": [attached],
  "volume.resize": [async (scene) => ({ ...(await volume(scene)), body: { size_gb: 20 } })],
  "volume.operations": [volume],
  "volumeSnapshot.list": [
    async (scene) => {
      const { volume_id } = await withSnapshot(scene);
      return { params: { volume_id } };
    },
  ],
  "volumeSnapshot.create": [async (scene) => ({ ...(await volume(scene)), body: { name: scene.name() } })],
  "volumeSnapshot.get": [async (scene) => ({ params: await withSnapshot(scene) })],
  "volumeSnapshot.delete": [async (scene) => ({ params: await withSnapshot(scene) })],
  "cloudVm.attachVolume": [async (scene) => ({ params: { vm_id: await scene.vm(), volume_id: await scene.volume() } })],
  "cloudVm.detachVolume": [
    async (scene) => {
      const vm_id = await scene.vm();
      return { params: { vm_id, volume_id: await scene.attachedVolume(vm_id) } };
    },
  ],
  "gpuVm.attachVolume": [
    async (scene) => ({
      params: { vm_id: await scene.vm("running", "gpuVm"), volume_id: await scene.volume(GPU_SITE) },
    }),
  ],
  "gpuVm.detachVolume": [
    async (scene) => {
      const vm_id = await scene.vm("running", "gpuVm");
      return { params: { vm_id, volume_id: await scene.attachedVolume(vm_id, GPU_SITE) } };
    },
  ],
} satisfies Partial<Examples>;
