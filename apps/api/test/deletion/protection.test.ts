import { type Operation, operationById, type PublicOperationId } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { databaseState } from "../database-state.ts";
import { examplesOf, operations } from "../examples/all.ts";
import { ExampleFixture } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const operation = (id: string) => operationById(id as PublicOperationId) as unknown as Operation;
const kinds = operations.flatMap(({ id, body }) =>
  id.endsWith(".create") && "deletion_protection" in body.shape ? [id.replace(".create", "")] : [],
);

test("VMs, volumes, buckets, DNS zones, load balancers, reserved IPs, secret stores and VPCs can be protected", () => {
  expect(kinds.toSorted()).toEqual([
    ...["bucket", "cloudVm", "dnsZone", "gpuVm", "loadBalancer", "reservedIp", "secretStore", "volume", "vpc"],
  ]);
});

describe.each(kinds)("%s", (kind) => {
  const update = operation(`${kind}.update`);
  const remove = operation(`${kind}.delete`);
  const options = "force" in remove.query.shape ? { force: true } : {};
  // The update of a bucket always says whether it is public.
  const alsoSent = kind === "bucket" ? { is_public: false } : {};

  async function made() {
    const fixture = new ExampleFixture(api, await api.createTenant());
    const [example] = examplesOf(remove);
    if (example === undefined) throw new Error(`${kind}.delete has no example`);
    const { params = {} } = await example(fixture);
    const protect = (deletion_protection: boolean) =>
      fixture.makeAny(update, { params, body: { ...alsoSent, deletion_protection } });
    return { fixture, params, protect };
  }

  test("a protected one is not deleted, not even with force; unprotected again, it is", async () => {
    const { fixture, params, protect } = await made();
    const unprotected = (await fixture.makeAny(operation(`${kind}.get`), { params })).body;
    expect(unprotected.deletion_protection ?? false).toBe(false);
    expect((await protect(true)).body.deletion_protection).toBe(true);
    const protectedOne = (await fixture.makeAny(operation(`${kind}.get`), { params })).body;
    expect(protectedOne).toEqual({ ...unprotected, deletion_protection: true, updated_at: expect.any(String) });
    const { updated_at: _, ...listed } = protectedOne;
    const list = (await fixture.makeAny(operation(`${kind}.list`), {})).body;
    expect(list).toContainEqual(
      expect.objectContaining(kind.endsWith("Vm") ? { id: listed.id, deletion_protection: true } : listed),
    );

    const { "public.idempotency_key": __, "public.audit_event": ___, ...before } = await databaseState(api.database);
    for (const query of [options, { ...options, dry_run: true }]) {
      const refused = await fixture.send(remove, { params, query });
      expectError(refused, 409, "deletion_protected");
      expect(refused.body.detail).toMatch(/^Turn off deletion protection of this [A-Za-z ]+ first\.$/);
    }
    expect(await databaseState(api.database)).toMatchObject(before);

    await protect(false);
    expect((await fixture.makeAny(operation(`${kind}.get`), { params })).body).toEqual({
      ...unprotected,
      updated_at: expect.any(String),
    });
    await fixture.makeAny(remove, { params, query: options });
  });

  test("a new one can be protected", async () => {
    const fixture = new ExampleFixture(api, await api.createTenant());
    const create = operation(`${kind}.create`);
    for (const example of examplesOf(create)) {
      const { body, ...rest } = await example(fixture);
      const { body: answer } = await fixture.makeAny(create, { ...rest, body: { ...body, deletion_protection: true } });
      if (create.success !== 202) expect(answer.deletion_protection).toBe(true);
    }
    // An example may have made others before, such as the volume of a snapshot to copy.
    const { body: listed } = await fixture.makeAny(operation(`${kind}.list`), {});
    const isProtected = (record: { deletion_protection?: boolean }) => record.deletion_protection === true;
    expect(listed.filter(isProtected)).toHaveLength(examplesOf(create).length);
  });
});

test("400 for an address that the platform assigned: it goes with its attachment", async () => {
  const fixture = new ExampleFixture(api, await api.createTenant());
  await fixture.make("loadBalancer.create", { body: { name: "front", site_id: "site-ams-1" } });
  const [ip] = await fixture.make("reservedIp.list", {});
  const params = { reserved_ip_id: ip?.public_ip_id ?? "" };
  const refused = await fixture.send(operation("reservedIp.update"), { params, body: { deletion_protection: true } });
  expectError(refused, 400, "invalid_request");
  expect(refused.body.errors).toMatchObject([{ field: "deletion_protection" }]);
});
