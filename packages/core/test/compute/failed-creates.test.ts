// A VM whose create failed holds nothing: each thing that the create named is free for another VM.
import type { ReservedIp, Volume } from "@fulmar/contract";
import { describe, expect, test } from "vitest";
import { createVmWithVolumesSaga } from "../../src/compute/vm-create.saga.ts";
import { networkFixture, SITE } from "../network-fixture.ts";
import { volumesOf } from "../volumes-fixture.ts";

const fixture = networkFixture();
const volumes = volumesOf(fixture);
const steps = createVmWithVolumesSaga.steps.map(({ name }) => name);

interface Named {
  readonly vpc_id: string;
  readonly subnet_id: string;
  readonly reserved_ip_id: string;
  readonly firewall_group_id: string;
  readonly volume_id: string;
}

async function namedThings(suffix: string): Promise<Named> {
  const network = steps.indexOf(suffix);
  const { vpc_id } = await fixture.vpc(`vpc-${suffix}`, `10.${network}.0.0/16`);
  const { subnet_id } = await fixture.subnet(vpc_id, `subnet-${suffix}`, `10.${network}.0.0/29`);
  await fixture.reconcile("apply-networks");
  const { public_ip_id: reserved_ip_id } = await fixture.reservedIp();
  const { firewall_group_id } = await fixture.firewallGroup(`group-${suffix}`);
  return {
    vpc_id,
    subnet_id,
    reserved_ip_id,
    firewall_group_id,
    volume_id: await volumes.available(`volume-${suffix}`),
  };
}

const create = (name: string, { vpc_id, subnet_id, reserved_ip_id, firewall_group_id, volume_id }: Named) =>
  fixture.send<{ vm_id: string; operation_id: string }>(
    "cloudVm.create",
    {},
    {
      ...{ name, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE, vpc_id, subnet_id, reserved_ip_id },
      ...{ firewall_group_ids: [firewall_group_id], volume_ids: [volume_id] },
    },
  );

describe.each(steps)("a create that fails at %s", (step) => {
  test("gives back the reserved IP, the address, the firewall link and the volume", async () => {
    const named = await namedThings(step);
    const failed = await create(`fail-at-${step}--named`, named);
    fixture.work();
    expect(await fixture.ended(failed.operation_id)).toMatchObject({ status: "failed" });
    expect(await fixture.vm(failed.vm_id)).toMatchObject({ status: "error", public_ip: null, private_ip: null });

    const { vpc_id, reserved_ip_id, firewall_group_id, volume_id } = named;
    expect(await fixture.send<ReservedIp>("reservedIp.get", { reserved_ip_id })).toMatchObject({ status: "reserved" });
    expect(await fixture.send<object[]>("vpcNode.list", { vpc_id })).toEqual([]);
    expect(await fixture.instances(firewall_group_id)).toEqual([]);
    expect(await fixture.send<Volume>("volume.get", { volume_id })).toMatchObject({ status: "available" });
    // The site has nothing to apply for the VM any more.
    await fixture.reconcile("apply-networks");
    expect(await fixture.query("SELECT FROM network_state WHERE resource_id = $1", [failed.vm_id])).toEqual([]);

    const second = await create(`second-${step}`, named);
    expect(await fixture.ended(second.operation_id)).toMatchObject({ status: "succeeded" });
    await fixture.send("cloudVm.delete", { vm_id: failed.vm_id });
  });
});
