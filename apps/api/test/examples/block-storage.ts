import type { Examples } from "./example.ts";
import { type Scene, SITE } from "./scene.ts";

const volume = async (scene: Scene): Promise<{ volume_id: string }> => {
  const { volume_id } = await scene.make("volume.create", { body: { name: scene.name(), size_gb: 10, site_id: SITE } });
  return { volume_id };
};

export const blockStorageExamples = {
  "volume.list": [
    async (scene) => {
      await volume(scene);
      return {};
    },
  ],
  "volume.create": [(scene) => ({ body: { name: scene.name(), size_gb: 10, site_id: SITE, type: "nvme" } })],
  "volume.get": [async (scene) => ({ params: await volume(scene) })],
  "volume.delete": [async (scene) => ({ params: await volume(scene) })],
  "volume.attach": [async (scene) => ({ params: await volume(scene), body: { vm_id: await scene.vm() } })],
  "volume.detach": [
    async (scene) => {
      const params = await volume(scene);
      await scene.make("volume.attach", { params, body: { vm_id: await scene.vm() } });
      return { params };
    },
  ],
  "volume.resize": [async (scene) => ({ params: await volume(scene), body: { size_gb: 20 } })],
  "volume.operations": [async (scene) => ({ params: await volume(scene) })],
} satisfies Partial<Examples>;
