// A VM that an operator stops: what its owner sees, and what is refused until it is released.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "./operator-fixture.ts";

let api: Api;
let fixture: OperatorFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = await OperatorFixture.open(api);
});
afterAll(() => api.close());

const REASON = "It sends spam; ticket 4711.";

async function newVm(status: "running" | "stopped" = "stopped"): Promise<string> {
  const body = { name: `vm-${randomUUID()}`, plan_id: "plan-small", template_id: "debian-13" };
  const vm_id = String((await api.request("POST", "/compute/cloud-vms", { body })).body.vm_id);
  await api.database.prisma.vm.update({ where: { vm_id }, data: { status, operation_id: null } });
  return vm_id;
}

async function held(status?: "running" | "stopped"): Promise<string> {
  const vm_id = await newVm(status);
  await fixture.made("operatorVm.stop", { vm_id, reason: REASON });
  return vm_id;
}

const on = (vm_id: string, action: string) => `/compute/cloud-vms/${vm_id}/${action}`;

test("the owner of a stopped VM sees the reason, and starts it again when it is released", async () => {
  const vm_id = await held();
  const path = `/compute/cloud-vms/${vm_id}`;
  const seen = (await api.request("GET", path)).body;
  expect(seen).toMatchObject({ held_reason: REASON, held_at: expect.any(String) });
  const refused = await api.request("POST", on(vm_id, "start"));
  expect(refused).toMatchObject({ status: 409, body: { code: "vm_held" } });
  expect(refused.body.detail).toContain(REASON);
  const event = await api.database.prisma.auditEvent.findFirst({
    where: { resource_id: vm_id, actor_type: "operator" },
  });
  const [listed] = (await api.request("GET", "/compute/cloud-vms", { query: { name: String(seen.name) } })).body;
  expect(listed).toMatchObject({ id: vm_id, held_at: seen.held_at });
  expect(event).toMatchObject({ action: "cloudVm.stop", detail: `Stopped by an operator: ${REASON}` });

  expect(await fixture.made("operatorVm.release", { vm_id })).toMatchObject({ held_at: null, held_reason: null });
  expect((await api.request("GET", path)).body).toMatchObject({ held_at: null, held_reason: null });
  expect((await api.request("POST", on(vm_id, "start"))).status).toBe(202);
  expect((await fixture.call("operatorVm.release", { vm_id })).refusal?.code).toBe("vm_not_held");
});

test.each([
  ["start", undefined],
  ["reboot", {}],
  ["rebuild", {}],
  ["rescue", { enabled: true }],
  ["resize-plan", { plan_id: "plan-medium" }],
  ["resize-root-disk", { disk_gb: 500 }],
  ["terminal", undefined],
])("%s of a held VM is refused, and only planned it is, too", async (action, body) => {
  for (const status of ["running", "stopped"] as const) {
    const path = on(await held(status), action);
    for (const query of [{}, action === "terminal" ? {} : { dry_run: "true" }])
      expect(await api.request("POST", path, { ...(body && { body }), query }), status).toMatchObject({
        status: 409,
        body: { code: "vm_held" },
      });
  }
});

test("owners have a mail when their VM is stopped and when it is released", async () => {
  const { id: user_id, email } = await fixture.person();
  const { organizationId: organization_id } = api.tenant;
  await api.database.prisma.member.create({ data: { organization_id, user_id, role: "owner" } });
  const vm_id = await held();
  await fixture.made("operatorVm.release", { vm_id });
  const mails = await api.database.prisma.mail.findMany({ where: { recipient: email }, orderBy: { letter: "desc" } });
  const vm = { vm_id, page: "cloud-vms" };
  expect(mails.map(({ letter, details }) => [letter, details])).toMatchObject([
    ["vm_stopped", { ...vm, reason: REASON }],
    ["vm_released", vm],
  ]);
});

test("a procedure is refused the same way", async () => {
  const vm_id = await held();
  const workspace_id = fixture.tenant.api.tenant.workspaceId;
  const credentials = { kind: "bearer", authorization: `Bearer ${api.tenant.token}` } as const;
  const { refusal } = await fixture.tenant.call("cloudVm.start", { workspace_id, vm_id }, { credentials });
  expect(refusal).toMatchObject({ code: "vm_held" });
});

test("a held VM can be deleted and captured", async () => {
  expect((await api.request("DELETE", `/compute/cloud-vms/${await held()}`)).status).toBe(202);
  const body = { name: "before" };
  expect((await api.request("POST", on(await held(), "snapshots"), { body })).status).toBe(202);
});

test("an operator sees whose a VM is, and stops none that is deleted or absent", async () => {
  const vm_id = await newVm("running");
  const seen = await fixture.made("operatorVm.get", { vm_id });
  const { organizationId: organization_id, workspaceId: workspace_id } = api.tenant;
  expect(seen).toMatchObject({ vm_id, organization_id, workspace_id, status: "running", held_at: null });
  const now = new Date();
  await api.database.prisma.vm.update({ where: { vm_id }, data: { status: "deleted", deleted_at: now } });
  expect((await fixture.call("operatorVm.stop", { vm_id, reason: REASON })).refusal?.code).toBe("vm_deleted");
  expect((await fixture.call("operatorVm.get", { vm_id: "vm_absent" })).refusal?.status).toBe(404);
});
