import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm, settle, timestamp } from "../compute/compute-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const pathOf = (vmId: string, rest = "") => `/compute/cloud-vms/${vmId}/backups${rest}`;
const run = (vmId: string, body?: unknown) => api.request("POST", pathOf(vmId), body === undefined ? {} : { body });

/** Creates a backup in the state that a worker leaves. */
async function ended(vm_id: string, status: "succeeded" | "failed" = "succeeded", body?: unknown): Promise<string> {
  const response = await run(vm_id, body);
  expect(response.status, response.text).toBe(202);
  await settle(api, vm_id, response.body.operation_id, "running");
  const { rows } = await api.database.pool.query<{ backup_id: string }>(
    `UPDATE backup
        SET status = $2::capture_status, finished_at = now(),
            parent_backup_id = CASE WHEN $2 = 'succeeded' THEN parent_backup_id END
      WHERE operation_id = $1 RETURNING backup_id`,
    [response.body.operation_id, status],
  );
  return rows[0]?.backup_id ?? "";
}

test("202, 200: the whole record of a manual backup; without a policy it is full", async () => {
  const vm_id = await makeVm(api, { name: "saved" });
  const accepted = await run(vm_id);
  expect(accepted.status).toBe(202);
  expect(accepted.body).toEqual({
    operation_id: expect.stringMatching(/^op_/),
    vm_id,
    status: "accepted",
    submitted_at: timestamp,
  });
  expect((await api.request("GET", `/compute/operations/${accepted.body.operation_id}`)).body).toMatchObject({
    action: "snapshot",
    vm_id,
  });
  const { body } = await api.request("GET", pathOf(vm_id));
  expect(body).toEqual([
    {
      organization_id: api.tenant.organizationId,
      workspace_id: api.tenant.workspaceId,
      backup_id: expect.stringMatching(/^bkp_/),
      vm_id,
      vm_name: "saved",
      vm_type: "cloud",
      site_id: "site-ams-1",
      vm_deleted_at: null,
      policy_id: null,
      operation_id: accepted.body.operation_id,
      type: "full",
      parent_backup_id: null,
      chain_id: body[0].backup_id,
      status: "queued",
      trigger: "manual",
      scheduled_for: null,
      size_bytes: null,
      storage_backend: "simulated",
      volume_manifest: [
        expect.objectContaining({
          role: "root",
          artifact_type: "backup",
          artifact_backup_type: "full",
          artifact_chain_id: body[0].backup_id,
        }),
      ],
      volume_manifest_summary: {
        root_only: true,
        root_volume_name: "Root",
        data_volume_names: [],
        summary_text: "Root",
      },
      error_code: null,
      error_message: null,
      created_at: timestamp,
      started_at: null,
      finished_at: null,
      expires_at: null,
    },
  ]);
  expect((await api.request("GET", pathOf(vm_id, `/${body[0].backup_id}`))).body).toEqual(body[0]);
});

test("202: the type follows the policy or the request; 409 no_full_backup; filters by type and status", async () => {
  const vm_id = await makeVm(api);
  expectError(await run(vm_id, { type: "incremental" }), 409, "no_full_backup");
  expect((await api.request("POST", pathOf(vm_id, "/enable"))).status).toBe(200);
  const first = await ended(vm_id);
  await ended(vm_id, "failed");
  const second = await ended(vm_id);
  const third = await ended(vm_id, "succeeded", { type: "full" });
  const { body } = await api.request("GET", pathOf(vm_id));
  expect(
    body.map(({ type, parent_backup_id, chain_id }: Record<string, string>) => [type, parent_backup_id, chain_id]),
  ).toEqual([
    ["full", null, third],
    ["incremental", first, first],
    ["incremental", null, first],
    ["full", null, first],
  ]);
  const ids = async (query: Record<string, string>) =>
    (await api.request("GET", pathOf(vm_id), { query })).body.map(({ backup_id }: { backup_id: string }) => backup_id);
  expect(await ids({ type: "full" })).toEqual([third, first]);
  expect(await ids({ type: "incremental", status: "succeeded" })).toEqual([second]);
  expect(await ids({ status: "running" })).toEqual([]);
  await api.request("PATCH", pathOf(vm_id, "/policy"), { body: { incremental_enabled: false } });
  await ended(vm_id);
  expect(await ids({ type: "full", limit: "2" })).not.toContain(first);
});

test("409 while the VM is held or in error, 404 when absent, 400 for an unknown type", async () => {
  const vm_id = await makeVm(api);
  const { operation_id } = (await run(vm_id)).body;
  const response = await run(vm_id);
  expectError(response, 409, "operation_in_progress");
  expect(response.body.blockers).toEqual([{ type: "operation", id: operation_id, name: "snapshot" }]);
  expectError(await run(await makeVm(api, { status: "error" })), 409, "vm_in_error");
  expectError(await run("vm_none"), 404, "not_found");
  expectError(await run(await makeVm(api, { plan_id: "plan-gpu-l4-1" })), 404, "not_found");
  expectError(await run(vm_id, { type: "differential" }), 400, "invalid_request");
  expectError(await api.request("GET", pathOf("vm_none")), 404, "not_found");
  expectError(await api.request("GET", pathOf(vm_id, "/bkp_none")), 404, "not_found");
});

test("409 for restoring a running or failed backup and for deleting a running one", async () => {
  const vm_id = await makeVm(api);
  const { operation_id } = (await run(vm_id)).body;
  const [{ backup_id }] = (await api.request("GET", pathOf(vm_id))).body;
  const restore = (id: string) => api.request("POST", pathOf(vm_id, `/${id}/restore`));
  expectError(await restore(backup_id), 409, "backup_in_progress");
  expectError(await api.request("DELETE", pathOf(vm_id, `/${backup_id}`)), 409, "backup_in_progress");
  await settle(api, vm_id, operation_id, "running");
  const failed = await ended(vm_id, "failed");
  expectError(await restore(failed), 409, "backup_not_succeeded");
  expect((await api.request("DELETE", pathOf(vm_id, `/${failed}`))).body).toEqual({ status: "deleted", id: failed });
  expectError(await api.request("GET", pathOf(vm_id, `/${failed}`)), 404, "not_found");
});

test("the backup policy is read, changed field by field and disabled; 404 and 409 otherwise", async () => {
  const vm_id = await makeVm(api);
  const get = () => api.request("GET", pathOf(vm_id, "/policy"));
  const change = (body: unknown) => api.request("PATCH", pathOf(vm_id, "/policy"), { body });
  const none = await get();
  expectError(none, 404, "not_found");
  expect(none.body.detail).toMatch(/enable/);
  expectError(await change({}), 404, "not_found");
  expectError(await api.request("POST", pathOf(vm_id, "/disable")), 404, "not_found");

  const enabled = (
    await api.request("POST", pathOf(vm_id, "/enable"), { body: { schedule: { hour: 3 }, retention_days: 14 } })
  ).body;
  expect((await get()).body).toEqual(enabled);
  expect((await change({})).body).toEqual(enabled);
  expect((await change({ schedule: { hour: 3 } })).body).toEqual(enabled);
  const changed = (await change({ schedule: { minute: 30, window_minutes: 0 }, incremental_enabled: false })).body;
  expect(changed).toEqual({
    ...enabled,
    schedule: { ...enabled.schedule, hour: 3, minute: 30, window_minutes: 0 },
    incremental_enabled: false,
    next_run_at: expect.stringMatching(/T03:30:00\.000Z$/),
    updated_at: timestamp,
  });
  expect((await change({ full_backup_interval_days: 3 })).body).toMatchObject({
    full_backup_interval_days: 3,
    next_run_at: changed.next_run_at,
  });
  const weekly = (await change({ schedule: { frequency: "weekly", day_of_week: 2 } })).body;
  expect(new Date(weekly.next_run_at).getUTCDay()).toBe(2);
  expect((await change({ schedule: { day_of_week: null } })).body.schedule).toMatchObject({
    frequency: "weekly",
    day_of_week: null,
  });

  expect((await api.request("POST", pathOf(vm_id, "/disable"))).body).toMatchObject({
    enabled: false,
    next_run_at: null,
    retention_days: 14,
  });
  expectError(await api.request("POST", pathOf(vm_id, "/disable")), 409, "backups_disabled");
  expect((await change({ schedule: { hour: 5 } })).body).toMatchObject({
    enabled: false,
    next_run_at: null,
    schedule: { hour: 5 },
  });
});

test("concurrent changes of different policy fields are all kept", async () => {
  const vm_id = await makeVm(api);
  await api.request("POST", pathOf(vm_id, "/enable"));
  const change = (body: unknown) => api.request("PATCH", pathOf(vm_id, "/policy"), { body });
  await Promise.all([
    change({ schedule: { hour: 1 } }),
    change({ retention_days: 20 }),
    change({ schedule: { minute: 5 } }),
  ]);
  expect((await api.request("GET", pathOf(vm_id, "/policy"))).body).toMatchObject({
    retention_days: 20,
    schedule: { hour: 1, minute: 5 },
  });
});

test.each([
  ["schedule.hour", { schedule: { hour: 24 } }],
  ["schedule.timezone", { schedule: { timezone: "Middle/Earth" } }],
  ["schedule.second", { schedule: { second: 1 } }],
  ["retention_days", { retention_days: null }],
  ["enabled", { enabled: false }],
])("400 names %s: %o", async (field, body) => {
  const response = await api.request("PATCH", pathOf(await makeVm(api), "/policy"), { body });
  expectError(response, 400, "invalid_request");
  expect(response.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
});
