import { randomUUID } from "node:crypto";
import { type Acceptance, operationById } from "@fulmar/contract";
import { expect, test } from "vitest";
import { areDependentsGoing } from "../../src/compute/dependents-going.ts";
import { DependentsWait } from "../../src/request/change/dependents-wait.ts";
import { conflict, mayPass } from "../../src/request/domain-error.ts";
import { refusalOf } from "../compute-fixture.ts";
import { networkFixture } from "../network-fixture.ts";

/** So short that a deletion only waits for blockers that are surely being deleted. */
const fixture = networkFixture({ FULMAR_DEPENDENTS_WAIT_MS: "1" });

test("a deletion waits for a VM that is being deleted", async () => {
  const { vpc_id } = await fixture.vpc("going", "10.1.0.0/16");
  const subnet = await fixture.subnet(vpc_id, "going", "10.1.0.0/24");
  const { firewall_group_id } = await fixture.firewallGroup("going");
  const vm_id = await fixture.plainVm("going");
  await fixture.attach(subnet, vm_id);
  await fixture.link(firewall_group_id, vm_id);
  const { operation_id } = await fixture.send<Acceptance>("cloudVm.delete", { vm_id });
  const deletions = Promise.all([
    fixture.send("subnet.delete", { vpc_id, subnet_id: subnet.subnet_id }),
    fixture.send("firewallGroup.delete", { firewall_group_id }),
  ]);
  // By the time this deletion is refused, both others have been refused once and keep retrying.
  const kept = await fixture.vpc("kept", "10.2.0.0/16");
  await fixture.subnet(kept.vpc_id, "kept", "10.2.0.0/24");
  expect(await refusalOf(fixture.send("vpc.delete", { vpc_id: kept.vpc_id }))).toMatchObject({ code: "vpc_not_empty" });
  fixture.work();
  expect(await deletions).toEqual([
    { status: "deleted", id: subnet.subnet_id },
    { status: "deleted", id: firewall_group_id },
  ]);
  expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
});

test("a deletion is refused with its blockers when nobody deletes them, and is audited once", async () => {
  const { vpc_id } = await fixture.vpc("refused", "10.3.0.0/16");
  const { subnet_id, name } = await fixture.subnet(vpc_id, "refused", "10.3.0.0/24");
  expect(await refusalOf(fixture.send("vpc.delete", { vpc_id }))).toMatchObject({
    status: 409,
    code: "vpc_not_empty",
    blockers: [{ type: "subnet", id: subnet_id, name }],
  });
  expect(
    await fixture.query("SELECT result::text FROM audit_event WHERE resource_id = $1 AND action = 'vpc.delete'", [
      vpc_id,
    ]),
  ).toHaveLength(1);
});

test("a deletion stops waiting when its caller disconnects", async () => {
  const vm_id = await fixture.plainVm("left");
  const { firewall_group_id } = await fixture.firewallGroup("left");
  await fixture.link(firewall_group_id, vm_id);
  await fixture.send("cloudVm.delete", { vm_id });
  const gone = new AbortController();
  const { core, entry } = fixture.world;
  const envelope = { requestId: randomUUID(), sourceIp: undefined, idempotencyKey: undefined, signal: gone.signal };
  const deletion = refusalOf(
    core.perform(
      operationById("firewallGroup.delete"),
      entry,
      { params: { firewall_group_id }, query: {}, body: {} },
      envelope,
    ),
  );
  gone.abort();
  expect(await deletion).toMatchObject({ code: "firewall_group_in_use" });
});

test.each([
  ["a deletion whose time is over", { waitMs: Number.MIN_VALUE, onlyWhileGoing: false }],
  ["a plan", { waitMs: 3_600_000, onlyWhileGoing: true }],
])("%s is tried exactly once more when nobody deletes its blockers", async (_, options) => {
  const { database, entry } = fixture.world;
  const wait = new DependentsWait((ids) => areDependentsGoing(database.sql, entry.workspace.id, ids), {
    ...options,
    signal: new AbortController().signal,
  });
  const refusal = mayPass(
    conflict("subnet_not_empty", "A VM is in the way.", [{ type: "vm", id: "vm_gone", name: "gone" }]),
  );
  expect(await wait.again(refusal)).toBe(true);
  expect(await wait.again(refusal)).toBe(false);
});
