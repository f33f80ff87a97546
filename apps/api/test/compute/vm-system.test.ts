import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { expectError } from "../expect-error.ts";
import { makeVm } from "./compute-fixture.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ me";
const act = (vmId: string, action: string, body: object) =>
  api.request("POST", `/compute/cloud-vms/${vmId}/${action}`, { body });
const operation = (operation_id: string) =>
  api.database.prisma.operation.findUniqueOrThrow({ where: { operation_id } });
const pending = (operation_id: string) =>
  api.database.prisma.vmPendingConfiguration.findUniqueOrThrow({ where: { operation_id } });

describe("rebuild", () => {
  test("202: keeps the present image by default; keys and user data are stored outside the operation", async () => {
    const vm_id = await makeVm(api);
    const { status, body } = await act(vm_id, "rebuild", { user_data: "#!/bin/sh\necho a secret", ssh_keys: [KEY] });
    expect(status).toBe(202);
    expect((await operation(body.operation_id)).input).toEqual({
      name: expect.any(String),
      provider: "simulated",
      before: "running",
      template_id: "debian-13",
      os_type: "linux",
      os_distro: "debian",
    });
    expect(await pending(body.operation_id)).toMatchObject({
      vm_id,
      ssh_keys: [KEY],
      user_data: null,
      sealed_user_data: expect.any(Uint8Array),
      password_hash: null,
    });
  });

  test("400: an unknown image, one that is not at the VM's site, or one that does not fit the disk", async () => {
    const vm_id = await makeVm(api);
    await api.database.prisma.image.update({
      where: { template_id: "alpine-3.22" },
      data: { site_ids: ["site-fra-1"] },
    });
    for (const template_id of ["none", "alpine-3.22", "windows-2025"]) {
      const response = await act(vm_id, "rebuild", { template_id });
      expectError(response, 400, "invalid_request");
      expect(response.body.errors[0].field).toBe("template_id");
    }
  });

  test("409 rescue_enabled while the VM is in rescue mode", async () => {
    const vm_id = await makeVm(api);
    await api.database.prisma.vm.update({ where: { vm_id }, data: { rescue_enabled: true } });
    expectError(await act(vm_id, "rebuild", {}), 409, "rescue_enabled");
  });
});

test("409: rescue refuses the state that the VM is already in", async () => {
  const vm_id = await makeVm(api);
  expectError(await act(vm_id, "rescue", { enabled: false }), 409, "rescue_not_enabled");
  await api.database.prisma.vm.update({ where: { vm_id }, data: { rescue_enabled: true } });
  expect((await api.request("GET", `/compute/cloud-vms/${vm_id}`)).body.rescue_enabled).toBe(true);
  expectError(await act(vm_id, "rescue", { enabled: true }), 409, "rescue_enabled");
  expect((await act(vm_id, "rescue", { enabled: false })).status).toBe(202);
  expectError(await act(vm_id, "rescue", {}), 400, "invalid_request");
});

describe("update-access", () => {
  test.each([
    [{}],
    [{ password: "eleven char" }],
    [{ password: "x".repeat(129) }],
    [{ password: "a line\nand another" }],
    [{ ssh_keys: ["not a key at all"] }],
    [{ ssh_keys: [], password: null }],
  ])("400: %o", async (body) => {
    expectError(await act(await makeVm(api), "update-access", body), 400, "invalid_request");
  });

  test("202: changes only the keys or only the password", async () => {
    const keys = await act(await makeVm(api), "update-access", { ssh_keys: [KEY] });
    expect(keys.status).toBe(202);
    expect(await pending(keys.body.operation_id)).toMatchObject({ ssh_keys: [KEY], password_hash: null });
    const password = await act(await makeVm(api), "update-access", { password: "twelve chars" });
    expect(password.status).toBe(202);
    expect((await pending(password.body.operation_id)).password_hash).toMatch(/^\$6\$/);
  });

  test("the password appears in no table, log line or answer", async () => {
    const password = "Tr0ub4dor-and-3";
    const accepted = await act(await makeVm(api), "update-access", { password });
    expect(accepted.status).toBe(202);
    const refused = await act(await makeVm(api, { status: "error" }), "update-access", { password });
    expectError(refused, 409, "vm_in_error");
    const wrong = await act(await makeVm(api), "update-access", { password, ssh_keys: ["not a key at all"] });
    expectError(wrong, 400, "invalid_request");
    for (const { text } of [accepted, refused, wrong]) expect(text).not.toContain(password);
    expect(api.log()).not.toContain(password);
    const { rows: tables } = await api.database.pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      const { rows } = await api.database.pool.query(`SELECT FROM ${name} AS t WHERE strpos(t::text, $1) > 0`, [
        password,
      ]);
      expect(rows, name).toEqual([]);
    }
  });
});
