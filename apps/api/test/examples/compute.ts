import type { Examples } from "./example.ts";
import { type Scene, SITE } from "./scene.ts";

const running = async (scene: Scene) => ({ params: { vm_id: await scene.vm() } });
const stopped = async (scene: Scene) => ({ params: { vm_id: await scene.vm("stopped") } });
const runningGpu = async (scene: Scene) => ({ params: { vm_id: await scene.vm("running", "gpuVm") } });
const stoppedGpu = async (scene: Scene) => ({ params: { vm_id: await scene.vm("stopped", "gpuVm") } });

/** Creates a VM whose instance has booted once at the simulated site. */
const booted = (kind: "cloudVm" | "gpuVm") => async (scene: Scene) => {
  const vm_id = await scene.vm("running", kind);
  const text =
    "INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, console) VALUES ($1, 'web', 1, 2048, 40, 'debian-13', '{boot}')";
  await scene.api.database.pool.query(text, [vm_id]);
  return { params: { vm_id } };
};

/** A site with GPU plans. */
const GPU_SITE = "site-fra-1";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA example";

const firewallGroup = async (scene: Scene): Promise<string> => {
  const { firewall_group_id } = await scene.make("firewallGroup.create", { body: { name: scene.name() } });
  return firewall_group_id;
};

/** Creates what a VM can be connected to at its creation. */
async function network(scene: Scene, site_id: string) {
  const cidr = `172.${16 + (scene.number() % 16)}.${scene.number() % 256}.0/24`;
  const { vpc_id } = await scene.make("vpc.create", { body: { name: scene.name(), site_id, cidr } });
  const { subnet_id } = await scene.make("subnet.create", { params: { vpc_id }, body: { name: scene.name(), cidr } });
  const { public_ip_id } = await scene.make("reservedIp.create", { body: { site_id } });
  return { vpc_id, subnet_id, reserved_ip_id: public_ip_id, firewall_group_ids: [await firewallGroup(scene)] };
}

/** Creates an accepted operation that no worker has claimed. */
const accepted = async (scene: Scene) => {
  const { operation_id } = await scene.make("cloudVm.create", {
    body: { name: scene.name(), plan_id: "plan-nano", template_id: "debian-13" },
  });
  return { params: { operation_id } };
};

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
    (scene) => ({
      body: {
        name: scene.name(),
        plan_id: "plan-small",
        template_id: "debian-13",
        site_id: SITE,
        cpu: 1,
        ram_mb: 2048,
        tags: ["example"],
      },
    }),
    async (scene) => ({
      body: {
        name: scene.name(),
        plan_id: "plan-small",
        template_id: "debian-13",
        site_id: SITE,
        ...(await network(scene, SITE)),
        volume_ids: [await scene.volume()],
      },
    }),
  ],
  "cloudVm.get": [running],
  "cloudVm.update": [
    async (scene) => ({
      ...(await running(scene)),
      body: { name: scene.name(), tags: ["changed"], firewall_group_ids: [await firewallGroup(scene)] },
    }),
  ],
  "cloudVm.delete": [running],
  "cloudVm.start": [stopped],
  "cloudVm.stop": [running],
  "cloudVm.reboot": [running],
  "cloudVm.resizePlan": [async (scene) => ({ ...(await running(scene)), body: { plan_id: "plan-medium" } })],
  "cloudVm.resizeRootDisk": [async (scene) => ({ ...(await running(scene)), body: { disk_gb: 300 } })],
  "cloudVm.rebuild": [
    async (scene) => ({
      ...(await running(scene)),
      body: { template_id: "ubuntu-24.04", ssh_keys: [KEY], user_data: "#!/bin/sh" },
    }),
  ],
  "cloudVm.rescue": [async (scene) => ({ ...(await running(scene)), body: { enabled: true } })],
  "cloudVm.updateAccess": [
    async (scene) => ({ ...(await running(scene)), body: { ssh_keys: [KEY], password: "correct horse battery" } }),
  ],
  "cloudVm.operations": [running],
  "cloudVm.consoleLog": [booted("cloudVm")],
  "gpuVm.list": [
    async (scene) => {
      await scene.vm("running", "gpuVm");
      return {};
    },
  ],
  "gpuVm.create": [
    (scene) => ({
      body: { name: scene.name(), plan_id: "plan-gpu-l4-1", template_id: "debian-13", site_id: GPU_SITE },
    }),
    async (scene) => ({
      body: {
        name: scene.name(),
        plan_id: "plan-gpu-l4-1",
        template_id: "debian-13",
        site_id: GPU_SITE,
        ...(await network(scene, GPU_SITE)),
        volume_ids: [await scene.volume(GPU_SITE)],
      },
    }),
  ],
  "gpuVm.get": [runningGpu],
  "gpuVm.update": [
    async (scene) => ({
      ...(await runningGpu(scene)),
      body: { name: scene.name(), tags: ["changed"], firewall_group_ids: [await firewallGroup(scene)] },
    }),
  ],
  "gpuVm.delete": [runningGpu],
  "gpuVm.start": [stoppedGpu],
  "gpuVm.stop": [runningGpu],
  "gpuVm.reboot": [runningGpu],
  "gpuVm.resizePlan": [async (scene) => ({ ...(await runningGpu(scene)), body: { plan_id: "plan-gpu-l40s-1" } })],
  "gpuVm.resizeRootDisk": [async (scene) => ({ ...(await runningGpu(scene)), body: { disk_gb: 300 } })],
  "gpuVm.rebuild": [
    async (scene) => ({
      ...(await runningGpu(scene)),
      body: { template_id: "ubuntu-24.04", ssh_keys: [KEY], user_data: "#!/bin/sh" },
    }),
  ],
  "gpuVm.rescue": [async (scene) => ({ ...(await runningGpu(scene)), body: { enabled: true } })],
  "gpuVm.updateAccess": [
    async (scene) => ({ ...(await runningGpu(scene)), body: { ssh_keys: [KEY], password: "correct horse battery" } }),
  ],
  "gpuVm.operations": [runningGpu],
  "gpuVm.consoleLog": [booted("gpuVm")],
  "bandwidth.get": [async (scene) => ({ ...(await running(scene)), query: { month: "2026-01" } })],
  "operation.list": [async (scene) => ({ query: { vm_id: await scene.vm() } })],
  "operation.get": [accepted],
  "operation.steps": [accepted],
  "operation.cancel": [accepted],
} satisfies Partial<Examples>;
