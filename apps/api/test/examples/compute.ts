import type { Examples } from "./example.ts";
import { type ExampleFixture, SITE } from "./example-fixture.ts";
import { bucketWithObject } from "./object-storage.ts";

const running = async (fixture: ExampleFixture) => ({ params: { vm_id: await fixture.vm() } });
const stopped = async (fixture: ExampleFixture) => ({ params: { vm_id: await fixture.vm("stopped") } });
const runningGpu = async (fixture: ExampleFixture) => ({ params: { vm_id: await fixture.vm("running", "gpuVm") } });
const stoppedGpu = async (fixture: ExampleFixture) => ({ params: { vm_id: await fixture.vm("stopped", "gpuVm") } });

/** Creates a VM whose instance has booted once at the simulated site. */
const booted = (kind: "cloudVm" | "gpuVm") => async (fixture: ExampleFixture) => {
  const vm_id = await fixture.vm("running", kind);
  const text = `INSERT INTO simulated.instance (vm_id, name, cpu, ram_mb, disk_gb, template_id, console)
       VALUES ($1, 'web', 1, 2048, 40, 'debian-13', '{boot}')`;
  await fixture.api.database.pool.query(text, [vm_id]);
  fixture.api.answerQuestions();
  return { params: { vm_id } };
};

/** A site with GPU plans. */
const GPU_SITE = "site-fra-1";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ example";

const sshKey = async (fixture: ExampleFixture): Promise<string> => {
  const { ssh_key_id } = await fixture.make("sshKey.create", { body: { name: fixture.name(), public_key: KEY } });
  return ssh_key_id;
};

const placementGroup = async (fixture: ExampleFixture): Promise<string> =>
  (await fixture.make("placementGroup.create", { body: { name: fixture.name() } })).placement_group_id;
const ofPlacementGroup = async (fixture: ExampleFixture) => ({
  params: { placement_group_id: await placementGroup(fixture) },
});

const startupScript = async (fixture: ExampleFixture): Promise<string> => {
  const body = { name: fixture.name(), content: "#!/bin/sh\necho started\n" };
  return (await fixture.make("startupScript.create", { body })).startup_script_id;
};
const ofScript = async (fixture: ExampleFixture) => ({
  params: { startup_script_id: await startupScript(fixture) },
});

/** Gives a VM a key of the library, which takes one more round trip. */
const withSshKey = (vm: typeof running) => async (fixture: ExampleFixture) => ({
  ...(await vm(fixture)),
  body: { ssh_key_ids: [await sshKey(fixture)] },
});

const withKeyAndScript = (vm: typeof running) => async (fixture: ExampleFixture) => ({
  ...(await vm(fixture)),
  body: { ssh_key_ids: [await sshKey(fixture)], startup_script_id: await startupScript(fixture) },
});

const firewallGroup = async (fixture: ExampleFixture): Promise<string> => {
  const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: fixture.name() } });
  return firewall_group_id;
};

/** Creates what a VM can be connected to at its creation. */
async function network(fixture: ExampleFixture, site_id: string) {
  const cidr = `172.${16 + (fixture.number() % 16)}.${fixture.number() % 256}.0/24`;
  const { vpc_id } = await fixture.make("vpc.create", { body: { name: fixture.name(), site_id, cidr } });
  const { subnet_id } = await fixture.make("subnet.create", {
    params: { vpc_id },
    body: { name: fixture.name(), cidr },
  });
  const { public_ip_id } = await fixture.make("reservedIp.create", { body: { site_id } });
  return { vpc_id, subnet_id, reserved_ip_id: public_ip_id, firewall_group_ids: [await firewallGroup(fixture)] };
}

/** Creates an accepted operation that no worker has claimed. */
const accepted = async (fixture: ExampleFixture) => {
  const { operation_id } = await fixture.make("cloudVm.create", {
    body: { name: fixture.name(), plan_id: "plan-nano", template_id: "debian-13" },
  });
  return { params: { operation_id } };
};

/** A group of VMs without a VM: one that is in use has operations under way. */
async function vmGroup(fixture: ExampleFixture, desired_count = 0): Promise<{ readonly vm_group_id: string }> {
  const body = { name: fixture.name(), desired_count, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE };
  const { vm_group_id } = await fixture.make("vmGroup.create", { body });
  return { vm_group_id };
}

const group = async (fixture: ExampleFixture) => ({ params: await vmGroup(fixture) });

/** A group with a running VM. */
async function groupMember(fixture: ExampleFixture) {
  const params = await vmGroup(fixture);
  const vm_id = await fixture.vm();
  await fixture.api.database.pool.query(
    `INSERT INTO vm_group_member (workspace_id, vm_group_id, number, generation, vm_id)
     SELECT workspace_id, vm_group_id, 1, 1, $2 FROM vm_group WHERE vm_group_id = $1`,
    [params.vm_group_id, vm_id],
  );
  return { ...params, vm_id };
}

/** A pool whose targets come by a tag. */
async function taggedPool(fixture: ExampleFixture) {
  const { load_balancer_id } = await fixture.make("loadBalancer.create", {
    body: { name: fixture.name(), site_id: SITE },
  });
  const { pool_id } = await fixture.make("loadBalancerPool.create", {
    params: { load_balancer_id },
    body: { name: fixture.name(), protocol: "http", target_tag: "web", target_port: 80 },
  });
  return { load_balancer_id, pool_id };
}
/** Creates a snapshot or a backup in the state that a worker leaves. */
const pointOf = (table: "snapshot_set" | "backup") => async (fixture: ExampleFixture) => {
  const vm_id = await fixture.vm();
  const { operation_id } = await fixture.make(table === "backup" ? "backup.create" : "snapshot.create", {
    params: { vm_id },
    ...(table === "backup" ? {} : { body: { name: fixture.name() } }),
  });
  await fixture.settle(operation_id, vm_id, "running");
  const ended = table === "backup" ? ", finished_at = now()" : "";
  const { rows } = await fixture.api.database.pool.query<{ id: string }>(
    `UPDATE ${table} SET status = 'succeeded'${ended} WHERE vm_id = $1 RETURNING ${table}_id AS id`,
    [vm_id],
  );
  return rows[0]?.id ?? "";
};

/** Creates an image in the state that a worker leaves. */
const image = async (fixture: ExampleFixture) => {
  const vm_id = await fixture.vm();
  const { operation_id, image_id } = await fixture.make("image.create", { body: { name: fixture.name(), vm_id } });
  await fixture.settle(operation_id, vm_id, "running");
  await fixture.api.database.pool.query(
    "UPDATE vm_image SET status = 'available', size_bytes = 1073741824, operation_id = NULL WHERE image_id = $1",
    [image_id],
  );
  return { params: { image_id } };
};

/** Has an image brought to another site, in the state that a worker leaves. */
const copiedImage = async (fixture: ExampleFixture) => {
  const { params } = await image(fixture);
  await fixture.make("image.copy", { params, body: { site_id: GPU_SITE } });
  return { params: { ...params, site_id: GPU_SITE } };
};

const imported = { site_id: SITE, format: "qcow2", os_distro: "debian", version: "13", min_disk_gb: 10 } as const;

export const computeExamples = {
  "plan.list": [() => ({ query: { site_id: SITE } })],
  "image.list": [
    async (fixture) => {
      await image(fixture);
      return { query: { site_id: SITE } };
    },
  ],
  "image.create": [
    async (fixture) => ({ body: { name: fixture.name(), vm_id: await fixture.vm() } }),
    async (fixture) => ({ body: { name: fixture.name(), snapshot_set_id: await pointOf("snapshot_set")(fixture) } }),
    async (fixture) => ({ body: { name: fixture.name(), backup_id: await pointOf("backup")(fixture) } }),
  ],
  "image.import": [
    (fixture) => ({ body: { ...imported, name: fixture.name(), url: "https://images.example.com/debian.qcow2" } }),
    async (fixture) => {
      const { bucket_name, key } = await bucketWithObject(fixture);
      return { body: { ...imported, name: fixture.name(), bucket_name, object_key: key } };
    },
  ],
  "image.get": [image],
  "image.update": [
    async (fixture) => ({
      ...(await image(fixture)),
      body: {
        ...{ name: fixture.name(), tags: ["golden"], deprecated: true, deprecation_note: "Use golden-2" },
        shared_with: [fixture.tenant.organizationId],
      },
    }),
  ],
  "image.delete": [image],
  "image.copy": [async (fixture) => ({ ...(await image(fixture)), body: { site_id: GPU_SITE } })],
  "image.deleteCopy": [copiedImage],
  "cloudVm.list": [
    async (fixture) => {
      await fixture.vm();
      return { query: { limit: 5 } };
    },
  ],
  "cloudVm.create": [
    (fixture) => ({
      body: {
        name: fixture.name(),
        plan_id: "plan-small",
        template_id: "debian-13",
        site_id: SITE,
        cpu: 1,
        ram_mb: 2048,
        tags: ["example"],
      },
    }),
    async (fixture) => ({
      body: {
        name: fixture.name(),
        plan_id: "plan-small",
        template_id: "debian-13",
        site_id: SITE,
        ...(await network(fixture, SITE)),
        volume_ids: [await fixture.volume()],
        ssh_key_ids: [await sshKey(fixture)],
        startup_script_id: await startupScript(fixture),
        placement_group_id: await placementGroup(fixture),
      },
    }),
  ],
  "cloudVm.get": [running],
  "cloudVm.update": [
    async (fixture) => ({
      ...(await running(fixture)),
      body: {
        name: fixture.name(),
        tags: ["changed"],
        firewall_group_ids: [await firewallGroup(fixture)],
        user_data: "#!/bin/sh",
      },
    }),
  ],
  "cloudVm.delete": [running],
  "cloudVm.restore": [async (fixture) => ({ params: { vm_id: await fixture.keptVm() } })],
  "cloudVm.purge": [async (fixture) => ({ params: { vm_id: await fixture.keptVm() } })],
  "cloudVm.start": [stopped],
  "cloudVm.stop": [running],
  "cloudVm.reboot": [running],
  "cloudVm.resizePlan": [async (fixture) => ({ ...(await running(fixture)), body: { plan_id: "plan-medium" } })],
  "cloudVm.resizeRootDisk": [async (fixture) => ({ ...(await running(fixture)), body: { disk_gb: 300 } })],
  "cloudVm.rebuild": [
    async (fixture) => ({
      ...(await running(fixture)),
      body: { template_id: "ubuntu-24.04", ssh_keys: [KEY], user_data: "#!/bin/sh" },
    }),
    withKeyAndScript(running),
  ],
  "cloudVm.rescue": [async (fixture) => ({ ...(await running(fixture)), body: { enabled: true } })],
  "cloudVm.updateAccess": [
    async (fixture) => ({
      ...(await running(fixture)),
      body: { ssh_keys: [KEY], password: "correct horse battery" },
    }),
    withSshKey(running),
  ],
  "cloudVm.operations": [running],
  "cloudVm.consoleLog": [booted("cloudVm")],
  "cloudVm.createTerminal": [running],
  "vmGroup.list": [
    async (fixture) => {
      await vmGroup(fixture);
      return {};
    },
  ],
  "vmGroup.create": [
    async (fixture) => {
      const { reserved_ip_id: _, ...connected } = await network(fixture, SITE);
      return {
        body: {
          ...{ name: fixture.name(), desired_count: 2, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE },
          ...connected,
          ...(await taggedPool(fixture)),
          ...{ ssh_key_ids: [await sshKey(fixture)], user_data: "#!/bin/sh", tags: ["example"] },
          placement_group_id: await placementGroup(fixture),
        },
      };
    },
  ],
  "vmGroup.get": [group],
  "vmGroup.update": [
    async (fixture) => ({ ...(await group(fixture)), body: { name: fixture.name(), desired_count: 1 } }),
    async (fixture) => {
      const metric = { name: "memory" as const, target_percent: 70 };
      const schedule = [{ days: ["monday" as const], time: "07:30", count: 1 }];
      return { ...(await group(fixture)), body: { scaling: { min_count: 1, max_count: 1, metric, schedule } } };
    },
  ],
  "vmGroup.setTemplate": [
    async (fixture) => {
      const { reserved_ip_id: _, ...connected } = await network(fixture, SITE);
      return {
        ...(await group(fixture)),
        body: {
          ...{ plan_id: "plan-small", template_id: "ubuntu-24.04", site_id: SITE, ...connected },
          ...{ ssh_key_ids: [await sshKey(fixture)], tags: ["changed"] },
          placement_group_id: await placementGroup(fixture),
        },
      };
    },
  ],
  "vmGroup.roll": [group],
  "vmGroup.pause": [group],
  "vmGroup.resume": [group],
  "vmGroup.stop": [group],
  "vmGroup.start": [group],
  "vmGroup.members": [
    async (fixture) => {
      const { vm_group_id } = await groupMember(fixture);
      return { params: { vm_group_id } };
    },
  ],
  "vmGroup.detach": [async (fixture) => ({ params: await groupMember(fixture) })],
  "vmGroup.delete": [
    async (fixture) => {
      const { vm_group_id } = await groupMember(fixture);
      return { params: { vm_group_id } };
    },
  ],
  "sshKey.get": [async (fixture) => ({ params: { ssh_key_id: await sshKey(fixture) } })],
  "sshKey.update": [
    async (fixture) => ({ params: { ssh_key_id: await sshKey(fixture) }, body: { name: fixture.name() } }),
  ],
  "sshKey.delete": [async (fixture) => ({ params: { ssh_key_id: await sshKey(fixture) } })],
  "placementGroup.list": [
    async (fixture) => {
      await placementGroup(fixture);
      return {};
    },
  ],
  "placementGroup.create": [
    (fixture) => ({
      body: { name: fixture.name(), strategy: "spread", over: "hosts", strict: true, tags: ["example"] },
    }),
  ],
  "placementGroup.get": [ofPlacementGroup],
  "placementGroup.update": [
    async (fixture) => ({ ...(await ofPlacementGroup(fixture)), body: { name: fixture.name(), tags: ["changed"] } }),
  ],
  "placementGroup.delete": [ofPlacementGroup],
  "startupScript.list": [
    async (fixture) => {
      await startupScript(fixture);
      return {};
    },
  ],
  "startupScript.create": [
    (fixture) => ({ body: { name: fixture.name(), content: "#cloud-config\npackages: [nginx]\n" } }),
  ],
  "startupScript.get": [ofScript],
  "startupScript.content": [ofScript],
  "startupScript.update": [async (fixture) => ({ ...(await ofScript(fixture)), body: { name: fixture.name() } })],
  "startupScript.delete": [ofScript],
  "gpuVm.list": [
    async (fixture) => {
      await fixture.vm("running", "gpuVm");
      return {};
    },
  ],
  "gpuVm.create": [
    (fixture) => ({
      body: { name: fixture.name(), plan_id: "plan-gpu-l4-1", template_id: "debian-13", site_id: GPU_SITE },
    }),
    async (fixture) => ({
      body: {
        name: fixture.name(),
        plan_id: "plan-gpu-l4-1",
        template_id: "debian-13",
        site_id: GPU_SITE,
        ...(await network(fixture, GPU_SITE)),
        volume_ids: [await fixture.volume(GPU_SITE)],
        ssh_key_ids: [await sshKey(fixture)],
        startup_script_id: await startupScript(fixture),
        placement_group_id: await placementGroup(fixture),
      },
    }),
  ],
  "gpuVm.get": [runningGpu],
  "gpuVm.update": [
    async (fixture) => ({
      ...(await runningGpu(fixture)),
      body: { name: fixture.name(), tags: ["changed"], firewall_group_ids: [await firewallGroup(fixture)] },
    }),
  ],
  "gpuVm.delete": [runningGpu],
  "gpuVm.restore": [async (fixture) => ({ params: { vm_id: await fixture.keptVm("gpuVm") } })],
  "gpuVm.purge": [async (fixture) => ({ params: { vm_id: await fixture.keptVm("gpuVm") } })],
  "gpuVm.start": [stoppedGpu],
  "gpuVm.stop": [runningGpu],
  "gpuVm.reboot": [runningGpu],
  "gpuVm.resizePlan": [async (fixture) => ({ ...(await runningGpu(fixture)), body: { plan_id: "plan-gpu-l40s-1" } })],
  "gpuVm.resizeRootDisk": [async (fixture) => ({ ...(await runningGpu(fixture)), body: { disk_gb: 300 } })],
  "gpuVm.rebuild": [
    async (fixture) => ({
      ...(await runningGpu(fixture)),
      body: { template_id: "ubuntu-24.04", ssh_keys: [KEY], user_data: "#!/bin/sh" },
    }),
    withKeyAndScript(runningGpu),
  ],
  "gpuVm.rescue": [async (fixture) => ({ ...(await runningGpu(fixture)), body: { enabled: true } })],
  "gpuVm.updateAccess": [
    async (fixture) => ({
      ...(await runningGpu(fixture)),
      body: { ssh_keys: [KEY], password: "correct horse battery" },
    }),
    withSshKey(runningGpu),
  ],
  "gpuVm.operations": [runningGpu],
  "gpuVm.consoleLog": [booted("gpuVm")],
  "gpuVm.createTerminal": [runningGpu],
  "bandwidth.get": [async (fixture) => ({ ...(await running(fixture)), query: { month: "2026-01" } })],
  "operation.list": [async (fixture) => ({ query: { vm_id: await fixture.vm() } })],
  "operation.get": [accepted],
  "operation.steps": [accepted],
  "operation.cancel": [accepted],
} satisfies Partial<Examples>;
