import type { Examples } from "./example.ts";
import { type Scene, SITE } from "./scene.ts";

const running = async (scene: Scene) => ({ params: { vm_id: await scene.vm() } });
const stopped = async (scene: Scene) => ({ params: { vm_id: await scene.vm("stopped") } });
const runningGpu = async (scene: Scene) => ({ params: { vm_id: await scene.vm("running", "gpuVm") } });
const stoppedGpu = async (scene: Scene) => ({ params: { vm_id: await scene.vm("stopped", "gpuVm") } });

/** An operation that was accepted and that no worker has taken. */
const accepted = async (scene: Scene) => {
  const { operation_id } = await scene.make("cloudVm.create", { body: { name: scene.name(), plan_id: "plan-nano", template_id: "debian-13" } });
  return { params: { operation_id } };
};

/** A snapshot that was asked for, and the VM running again. */
async function snapshot(scene: Scene, vm_id: string): Promise<void> {
  const { operation_id } = await scene.make("snapshot.create", { params: { vm_id }, body: { name: scene.name() } });
  await scene.settle(operation_id, vm_id, "running");
}

export const computeExamples = {
  "site.list": [() => ({})],
  "plan.list": [() => ({ query: { site_id: SITE } })],
  "image.list": [() => ({ query: { site_id: SITE } })],
  "cloudVm.list": [
    async (scene) => {
      await scene.vm();
      return { query: { limit: 5 } };
    },
  ],
  "cloudVm.create": [
    (scene) => ({ body: { name: scene.name(), plan_id: "plan-small", template_id: "debian-13", site_id: SITE, cpu: 1, ram_mb: 2048, tags: ["example"] } }),
  ],
  "cloudVm.get": [running],
  "cloudVm.delete": [running],
  "cloudVm.start": [stopped],
  "cloudVm.stop": [running],
  "cloudVm.reboot": [running],
  "gpuVm.list": [
    async (scene) => {
      await scene.vm("running", "gpuVm");
      return {};
    },
  ],
  "gpuVm.create": [(scene) => ({ body: { name: scene.name(), plan_id: "plan-gpu-l4-1", template_id: "debian-13", site_id: "site-fra-1" } })],
  "gpuVm.get": [runningGpu],
  "gpuVm.delete": [runningGpu],
  "gpuVm.start": [stoppedGpu],
  "gpuVm.stop": [runningGpu],
  "gpuVm.reboot": [runningGpu],
  "backupPolicy.enable": [async (scene) => ({ ...(await running(scene)), body: { schedule: { hour: 3 }, retention_days: 14 } })],
  "snapshot.list": [
    async (scene) => {
      const { params } = await running(scene);
      await snapshot(scene, params.vm_id);
      return { params };
    },
  ],
  "snapshot.create": [
    async (scene) => ({ ...(await running(scene)), body: { name: scene.name(), capture_scope: "root_only" } }),
    async (scene) => {
      const { params } = await running(scene);
      const { volume_id } = await scene.make("volume.create", { body: { name: scene.name(), size_gb: 10, site_id: SITE } });
      await scene.make("volume.attach", { params: { volume_id }, body: { vm_id: params.vm_id } });
      return { params, body: { name: scene.name(), capture_scope: "selective", volume_ids: [volume_id] } };
    },
  ],
  "bandwidth.get": [async (scene) => ({ ...(await running(scene)), query: { month: "2026-01" } })],
  "operation.list": [async (scene) => ({ query: { vm_id: await scene.vm() } })],
  "operation.get": [accepted],
  "operation.steps": [accepted],
  "operation.cancel": [accepted],
} satisfies Partial<Examples>;
