// A suspension at a region's own server. The embedded store reads it with each request.
import { expect, test } from "vitest";
import { resumeWallet, suspendWallet } from "../../src/billing/index.ts";
import { newOwnerKey } from "../../src/object-storage/remote/storage-owner.ts";
import { readWanted, settingsOf } from "../../src/object-storage/remote/wanted-storage.ts";
import { computeFixture } from "../compute-fixture.ts";

const REGION = "eu-north-1";
const fixture = computeFixture();

/** A workspace with a bucket in a region with a server of its own, as after the bucket's creation. */
async function bucketElsewhere(): Promise<void> {
  const { database, entry, services } = fixture.world;
  const { accessKeyId, sealedSecret } = newOwnerKey(services.secrets);
  const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);
  await query(
    "INSERT INTO storage_region (region, name, endpoint_url, backend) VALUES ($1, 'North', 'https://s3.example.com', 'rgw')",
    [REGION],
  );
  await query(
    `INSERT INTO storage_connection (region, admin_url, access_key_id, secret_sealed, user_prefix)
     VALUES ($1, 'https://s3.example.com', 'A', ''::bytea, 'fulmar-')`,
    [REGION],
  );
  await query(
    `INSERT INTO storage_owner (region, workspace_id, access_key_id, secret_sealed, applied_revision, apply_at)
     VALUES ($1, $2, $3, $4, 1, NULL)`,
    [REGION, entry.workspace.id, accessKeyId, sealedSecret],
  );
  await query(
    `INSERT INTO storage_bucket (region, name, workspace_id, bucket_id, object_lock, state)
     VALUES ($1, 'photos', $2, 'bkt_1', false, 'bound')`,
    [REGION, entry.workspace.id],
  );
}

test("nobody stores more while the organization is suspended, and the server learns of both ends", async () => {
  await bucketElsewhere();
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
