// Requests for one VM that come at once, as OpenTofu sends them: attachments and detachments take turns.
import type { Volume } from "@fulmar/contract";
import { expect, test } from "vitest";
import { networkFixture, SITE } from "../network-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

// Long enough for a busy machine: each attachment waits for those before it.
const fixture = networkFixture({ FULMAR_DEPENDENTS_WAIT_MS: "60000" });
const volumes = volumesOf(fixture);
const settledAll = (ids: readonly string[]) => Promise.all(ids.map((id) => volumes.settled(id)));

async function volumesNamed(name: string, count: number): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) => volumes.create(`${name}-${index}`, { size_gb: 10, site_id: SITE })),
  );
  await settledAll(made.map(({ volume_id }) => volume_id));
  return made.map(({ volume_id }) => volume_id);
}

test("ten volumes, a subnet, a firewall group and a reserved IP all arrive at one VM", async () => {
  fixture.work();
  const vm_id = await fixture.runningVm("busy");
  const ids = await volumesNamed("busy", 10);
  const { vpc_id } = await fixture.vpc("busy", "10.7.0.0/16");
  const subnet = await fixture.subnet(vpc_id, "busy", "10.7.0.0/24");
  const { firewall_group_id } = await fixture.firewallGroup("busy");
  const { public_ip_id: reserved_ip_id } = await fixture.reservedIp();
  await fixture.reconcile("apply-networks");
  await Promise.all([
    ...ids.map((volume_id) => fixture.send("volume.attach", { volume_id }, { vm_id })),
    fixture.attach(subnet, vm_id),
    fixture.link(firewall_group_id, vm_id),
    fixture.send("reservedIp.attach", { reserved_ip_id }, { vm_id }),
  ]);
  const attached = await settledAll(ids);
  expect(attached.map(({ status, attached_vm_id }) => [status, attached_vm_id])).toEqual(
    ids.map(() => ["in-use", vm_id]),
  );
  expect(new Set(attached.map(({ device_path }) => device_path)).size).toBe(ids.length);
  await Promise.all(ids.map((volume_id) => fixture.send("volume.detach", { volume_id })));
  expect((await settledAll(ids)).map(({ status }) => status)).toEqual(ids.map(() => "available"));
});

test("volumes that change between three VMs at once end where their last request said", async () => {
  fixture.work();
  const vms = await Promise.all(["a", "b", "c"].map((name) => fixture.runningVm(`shared-${name}`)));
  const ids = await volumesNamed("shared", 6);
  for (let round = 0; round < 3; round++) {
    const target = (index: number) => vms[(index + round) % vms.length] ?? "";
    await Promise.all(
      ids.map((volume_id, index) => fixture.send("volume.attach", { volume_id }, { vm_id: target(index) })),
    );
    const attached: Volume[] = await settledAll(ids);
    expect(attached.map(({ attached_vm_id }) => attached_vm_id)).toEqual(ids.map((_, index) => target(index)));
    await Promise.all(ids.map((volume_id) => fixture.send("volume.detach", { volume_id })));
    await settledAll(ids);
  }
});
