import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { makeVm, timestamp } from "../compute/compute-fixture.ts";
import { expectError } from "../expect-error.ts";
import { settleVolume } from "../settled-volume.ts";
import { snapshotsOf } from "./snapshot-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const { pathOf, snapshot } = snapshotsOf(() => api);

async function volume(name: string, vm_id?: string): Promise<string> {
  const { body } = await api.request("POST", "/block-storage/volumes", {
    body: { name, size_gb: 10, site_id: "site-ams-1" },
  });
  await settleVolume(api.database, body.volume_id);
  if (vm_id === undefined) return body.volume_id;
  const attached = await api.request("POST", `/block-storage/volumes/${body.volume_id}/attach`, { body: { vm_id } });
  expect(attached.status, attached.text).toBe(200);
  await settleVolume(api.database, body.volume_id);
  return body.volume_id;
}

const unknownOfVolume = {
  metadata: {},
  storage_usage: null,
  display_size_gb: null,
  artifact_bytes: null,
  billing_storage_bytes: null,
  resource_name: null,
  device_bus: null,
  device_slot: null,
  attachment_mode: null,
  guest_device: null,
  filesystem_uuid: null,
  filesystem_type: null,
  mount_state_at_capture: null,
  mount_instructions: null,
  artifact_type: "snapshot",
  artifact_ref: null,
  artifact_chain_id: null,
  artifact_backup_type: null,
  restored_volume_id: null,
  restored_resource_name: null,
  restored_device_path: null,
  restored_target_vm_id: null,
};

test("200: an empty list for a VM without snapshots", async () => {
  const vm_id = await makeVm(api);
  expect((await api.request("GET", pathOf(vm_id))).body).toEqual({ snapshots: [], total: 0 });
});

test("202, 200: the whole record of a snapshot of all volumes", async () => {
  const vm_id = await makeVm(api, { name: "original" });
  const volume_id = await volume("vdb", vm_id);
  const accepted = await api.request("POST", pathOf(vm_id), {
    body: { name: "before upgrade", description: "just in case" },
  });
  expect(accepted.status).toBe(202);
  expect(accepted.body).toEqual({
    operation_id: expect.stringMatching(/^op_/),
    vm_id,
    status: "accepted",
    submitted_at: timestamp,
  });
  const operation = await api.request("GET", `/compute/operations/${accepted.body.operation_id}`);
  expect(operation.body).toMatchObject({ action: "snapshot", status: "accepted" });
  const { body } = await api.request("GET", pathOf(vm_id));
  const root_volume_id = vm_id.replace("vm_", "root_");
  expect(body).toEqual({
    total: 1,
    snapshots: [
      {
        organization_id: api.tenant.organizationId,
        workspace_id: api.tenant.workspaceId,
        snapshot_set_id: expect.stringMatching(/^snap_/),
        vm_id,
        name: "before upgrade",
        recovery_point_id: expect.stringMatching(/^rp_/),
        status: "queued",
        created_at: timestamp,
        updated_at: timestamp,
        organization_name: "Test",
        workspace_name: "one",
        vm_name: "original",
        site_id: "site-ams-1",
        vm_deleted_at: null,
        outlives_vm: false,
        description: "just in case",
        vm_type: "cloud",
        recovery_point_type: "snapshot",
        capture_scope: "all_attached",
        captured_volume_count: 2,
        root_only: false,
        size_gb: null,
        source_disk_size_gb: 20,
        display_size_gb: null,
        display_storage_bytes: null,
        backend_protected_storage_bytes: null,
        protected_storage_bytes: null,
        billing_storage_bytes: null,
        billing_storage_source: "unavailable",
        metering_status: "unavailable",
        storage_backend: "simulated",
        captured_topology_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        root_volume_id,
        root_volume_name: "Root",
        volume_manifest: [
          {
            ...unknownOfVolume,
            source_volume_id: root_volume_id,
            role: "root",
            source_attachment_present: true,
            size_gb: 20,
            boot_index: 0,
            delete_on_termination: true,
            source_volume_name: "Root",
            device_path: null,
            mount_hint: "/",
          },
          {
            ...unknownOfVolume,
            source_volume_id: volume_id,
            role: "data",
            source_attachment_present: true,
            size_gb: 10,
            boot_index: null,
            delete_on_termination: false,
            source_volume_name: "vdb",
            device_path: "/dev/vdb",
            mount_hint: null,
          },
        ],
        volume_manifest_summary: {
          root_only: false,
          root_volume_name: "Root",
          data_volume_names: ["vdb"],
          summary_text: "Root + vdb",
        },
        live_drift_summary: { drifted: false, missing_from_live: [], new_live_only: [], message: null },
        metadata: { operation_id: accepted.body.operation_id },
      },
    ],
  });
});

test("200: newest first, with limit, offset, search and total", async () => {
  const vm_id = await makeVm(api);
  for (const [name, description] of [
    ["daily 1", null],
    ["daily 2", "50% off"],
    ["Upgrade", "before"],
  ] as const)
    await snapshot(vm_id, { name, description });
  const names = async (query: Record<string, string>) => {
    const { body } = await api.request("GET", pathOf(vm_id), { query });
    return [body.snapshots.map((set: { name: string }) => set.name), body.total];
  };
  expect(await names({})).toEqual([["Upgrade", "daily 2", "daily 1"], 3]);
  expect(await names({ limit: "1", offset: "1" })).toEqual([["daily 2"], 3]);
  expect(await names({ offset: "9" })).toEqual([[], 3]);
  expect(await names({ search: "DAILY", limit: "1" })).toEqual([["daily 2"], 2]);
  expect(await names({ search: "%" })).toEqual([["daily 2"], 1]);
  expect(await names({ search: "BEFORE" })).toEqual([["Upgrade"], 1]);
  expect(await names({ search: "" })).toEqual([["Upgrade", "daily 2", "daily 1"], 3]);
});

test("200: 50 snapshots by default", async () => {
  const vm_id = await makeVm(api);
  const row = {
    workspace_id: BigInt(api.tenant.workspaceId),
    vm_id,
    status: "succeeded",
    capture_scope: "root_only",
    source_disk_size_gb: 20,
    storage_backend: "simulated",
  } as const;
  const rows = Array.from({ length: 51 }, (_, index) => ({
    ...row,
    snapshot_set_id: `snap_${index}`,
    recovery_point_id: `rp_${index}`,
    name: `s ${index}`,
  }));
  await api.database.prisma.snapshotSet.createMany({ data: rows });
  const { body } = await api.request("GET", pathOf(vm_id));
  expect([body.snapshots.length, body.total]).toEqual([50, 51]);
});

test.each([{ limit: "0" }, { limit: "1001" }, { limit: "x" }, { offset: "-1" }, { offset: "1.5" }, { cursor: "x" }])(
  "400 for %o",
  async (query) => {
    expectError(
      await api.request("GET", pathOf(await makeVm(api)), { query: query as unknown as Record<string, string> }),
      400,
      "invalid_request",
    );
  },
);

test("202: captures only the root volume or only the selected volumes", async () => {
  const vm_id = await makeVm(api);
  const [one] = [await volume("vdc", vm_id), await volume("vdd", vm_id)];
  await snapshot(vm_id, { name: "root", capture_scope: "root_only" });
  await snapshot(vm_id, { name: "some", capture_scope: "selective", volume_ids: [one] });
  const { body } = await api.request("GET", pathOf(vm_id));
  const captured = body.snapshots.map((set: { volume_manifest: { source_volume_id: string }[] }) =>
    set.volume_manifest.slice(1).map((item) => item.source_volume_id),
  );
  expect(captured).toEqual([[one], []]);
});

test("409 volume_not_attached, 404 for an absent volume, and nothing is created", async () => {
  const vm_id = await makeVm(api);
  const loose = await volume("loose");
  const selective = (volume_ids: string[]) =>
    api.request("POST", pathOf(vm_id), { body: { name: "s", capture_scope: "selective", volume_ids } });
  const response = await selective([loose]);
  expectError(response, 409, "volume_not_attached");
  expect(response.body.blockers).toEqual([{ type: "volume", id: loose, name: "loose" }]);
  expectError(await selective(["vol_none"]), 404, "not_found");
  expectError(
    await api.request("POST", pathOf(vm_id), { body: { name: "s", volume_ids: [loose] } }),
    400,
    "invalid_request",
  );
  expect((await api.request("GET", pathOf(vm_id))).body.total).toBe(0);
  expect((await api.request("POST", `/compute/cloud-vms/${vm_id}/stop`)).status).toBe(202);
  expectError(await selective([loose]), 409, "operation_in_progress");
  expectError(await selective(["vol_none"]), 404, "not_found");
});

test("409 for a taken name or a VM in error; 404 for an absent VM", async () => {
  const vm_id = await makeVm(api);
  await snapshot(vm_id, { name: "taken" });
  expectError(await api.request("POST", pathOf(vm_id), { body: { name: "taken" } }), 409, "name_taken");
  await api.database.prisma.snapshotSet.updateMany({ where: { vm_id }, data: { status: "failed" } });
  await snapshot(vm_id, { name: "taken" });
  expectError(
    await api.request("POST", pathOf(await makeVm(api, { status: "error" })), { body: { name: "s" } }),
    409,
    "vm_in_error",
  );
  expectError(await api.request("POST", pathOf("vm_none"), { body: { name: "s" } }), 404, "not_found");
  expectError(await api.request("GET", pathOf("vm_none")), 404, "not_found");
});
