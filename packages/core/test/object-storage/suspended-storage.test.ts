// A suspension at a region's own server. The embedded store reads it with each request.
import { expect, test } from "vitest";
import { resumeWallet, suspendWallet } from "../../src/billing/index.ts";
import { readWanted, settingsOf } from "../../src/object-storage/remote/wanted-storage.ts";
import { computeFixture } from "../compute-fixture.ts";
import { bucketElsewhere, REGION } from "./elsewhere.ts";

const fixture = computeFixture();

test("nobody stores more while the organization is suspended, and the server learns of both ends", async () => {
  await bucketElsewhere(fixture, "photos");
  const { database, entry, services } = fixture.world;
  const { organizationId, id } = entry.workspace;
  /** The settings that the server should have, and whether a worker is due to tell it. */
  const wanted = async () => {
    const { rows } = await database.pool.query("SELECT revision, apply_at IS NOT NULL AS is_due FROM storage_owner");
    const { buckets, keys } = await readWanted(services.database.sql, services.secrets, REGION, id);
    const settings = buckets.map((bucket) => settingsOf("fulmar-", bucket, keys));
    return { ...rows[0], storesNothing: settings.map(({ storesNothing }) => storesNothing) };
  };
  expect(await wanted()).toEqual({ revision: 1, is_due: false, storesNothing: [undefined] });
  await suspendWallet(database, { organizationId, reason: "unpaid" });
  expect(await wanted()).toEqual({ revision: 2, is_due: true, storesNothing: [true] });
  // The reason of a suspension is nothing to the server.
  await suspendWallet(database, { organizationId, reason: "still unpaid" });
  expect(await wanted()).toMatchObject({ revision: 2 });
  await resumeWallet(database, { organizationId });
  expect(await wanted()).toEqual({ revision: 3, is_due: true, storesNothing: [undefined] });
});
