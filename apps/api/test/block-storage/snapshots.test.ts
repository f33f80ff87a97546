import { describe, expect, test } from "vitest";
import { nextCursor } from "../api-fixture.ts";
import { SITE } from "../examples/example-fixture.ts";
import { blockStorageFixture } from "./block-storage-fixture.ts";

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const fixture = blockStorageFixture();

const pathOf = (volumeId: string) => `/block-storage/volumes/${volumeId}/snapshots`;
const take = (volumeId: string, name: string) => fixture.api.request("POST", pathOf(volumeId), { body: { name } });
/** Creates a snapshot in the state that a worker leaves. */
async function taken(volumeId: string, name: string): Promise<string> {
  const { status, text, body } = await take(volumeId, name);
  expect(status, text).toBe(201);
  await fixture.examples.settleVolume(volumeId);
  return body.snapshot_id;
}
const createFrom = (snapshot_id: string, body: object = {}) =>
  fixture.api.request("POST", "/block-storage/volumes", {
    body: { name: fixture.examples.name(), size_gb: 10, site_id: SITE, snapshot_id, ...body },
  });

describe("POST /block-storage/volumes/{volume_id}/snapshots", () => {
  test("201: the whole record, queued; the volume stays available", async () => {
    const volume_id = await fixture.examples.volume();
    const { status, body } = await take(volume_id, "before upgrade");
    expect(status).toBe(201);
    expect(body).toEqual({
      snapshot_id: expect.stringMatching(/^snap_/),
      volume_id,
      name: "before upgrade",
      status: "queued",
      size_gb: 10,
      stored_bytes: null,
      error_message: null,
      created_at: expect.stringMatching(TIMESTAMP),
      completed_at: null,
    });
    expect((await fixture.api.request("GET", `${pathOf(volume_id)}/${body.snapshot_id}`)).body).toEqual(body);
    expect((await fixture.api.request("GET", `/block-storage/volumes/${volume_id}`)).body).toMatchObject({
      status: "available",
    });
  });

  test("409 while the volume is busy or in error and for a taken name; 404 for an absent volume", async () => {
    const volume_id = await fixture.examples.volume();
    await take(volume_id, "one");
    expect(await take(volume_id, "two")).toMatchObject({
      status: 409,
      body: { code: "volume_busy", detail: expect.stringContaining("snapshot") },
    });
    await fixture.examples.settleVolume(volume_id);
    expect(await take(volume_id, "one")).toMatchObject({ status: 409, body: { code: "name_taken" } });
    await taken(await fixture.examples.volume(), "one");
    await fixture.api.database.prisma.volume.updateMany({ where: { volume_id }, data: { status: "error" } });
    expect(await take(volume_id, "two")).toMatchObject({ status: 409, body: { code: "volume_in_error" } });
    const { volume_id: creating } = await fixture.examples.make("volume.create", {
      body: { name: fixture.examples.name(), size_gb: 10, site_id: SITE },
    });
    expect(await take(creating, "two")).toMatchObject({ status: 409, body: { code: "volume_busy" } });
    expect((await take("vol_absent", "two")).status).toBe(404);
  });
});

describe("GET /block-storage/volumes/{volume_id}/snapshots", () => {
  test("200: snapshots of this volume, newest first, with filters and pages; 404 for an absent volume", async () => {
    const volume_id = await fixture.examples.volume();
    const ids: string[] = [];
    for (const name of ["one", "two", "three"]) ids.unshift(await taken(volume_id, name));
    await taken(await fixture.examples.volume(), "elsewhere");
    const list = (query: Record<string, string> = {}) => fixture.api.request("GET", pathOf(volume_id), { query });
    const idsOf = ({ body }: { body: { snapshot_id: string }[] }) => body.map((snapshot) => snapshot.snapshot_id);
    expect(idsOf(await list())).toEqual(ids);
    expect(idsOf(await list({ name: "two", status: "succeeded" }))).toEqual([ids[1]]);
    expect(idsOf(await list({ status: "queued" }))).toEqual([]);
    const first = await list({ limit: "2" });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(idsOf(await list({ limit: "2", cursor: nextCursor(first) }))).toEqual(ids.slice(2));
    expect((await fixture.api.request("GET", pathOf("vol_absent"))).status).toBe(404);
  });
});

describe("DELETE /block-storage/volumes/{volume_id}/snapshots/{snapshot_id}", () => {
  test("200: the snapshot is gone and its name is free; 404 for a deleted one or under another volume", async () => {
    const volume_id = await fixture.examples.volume();
    const id = await taken(volume_id, "one");
    expect((await fixture.api.request("DELETE", `${pathOf(await fixture.examples.volume())}/${id}`)).status).toBe(404);
    const { status, body } = await fixture.api.request("DELETE", `${pathOf(volume_id)}/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { status: "deleted", id } });
    for (const method of ["GET", "DELETE"] as const)
      expect((await fixture.api.request(method, `${pathOf(volume_id)}/${id}`)).status).toBe(404);
    expect((await fixture.api.request("GET", pathOf(volume_id))).body).toEqual([]);
    expect((await take(volume_id, "one")).status).toBe(201);
  });

  test("409 snapshot_in_progress while the snapshot is being taken", async () => {
    const volume_id = await fixture.examples.volume();
    const { body } = await take(volume_id, "one");
    const refused = await fixture.api.request("DELETE", `${pathOf(volume_id)}/${body.snapshot_id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: "snapshot_in_progress" } });
  });
});

describe("POST /block-storage/volumes with snapshot_id", () => {
  test("201: the volume may be as large as the snapshot or larger, even while the source is attached", async () => {
    const id = await taken(await fixture.examples.attachedVolume(await fixture.examples.vm()), "one");
    expect(await createFrom(id)).toMatchObject({
      status: 201,
      body: { status: "creating", size_gb: 10, snapshot_id: id },
    });
    expect(await createFrom(id, { size_gb: 20, type: "hdd" })).toMatchObject({ status: 201, body: { size_gb: 20 } });
  });

  test("400 when too small; 404 for an absent snapshot; 409 at another site or while it is being taken", async () => {
    const volume_id = await fixture.examples.volume();
    const id = await taken(volume_id, "one");
    expect(await createFrom(id, { size_gb: 9 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "size_gb" }] },
    });
    expect((await createFrom("snap_absent")).status).toBe(404);
    const elsewhere = await createFrom(id, { site_id: "site-fra-1" });
    expect(elsewhere).toMatchObject({
      status: 409,
      body: { code: "site_mismatch", blockers: [{ type: "volume_snapshot", id }] },
    });
    const { body } = await take(volume_id, "two");
    expect(await createFrom(body.snapshot_id)).toMatchObject({ status: 409, body: { code: "snapshot_not_ready" } });
  });
});
