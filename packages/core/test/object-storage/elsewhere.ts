import { newOwnerKey } from "../../src/object-storage/remote/storage-owner.ts";
import type { computeFixture } from "../compute-fixture.ts";

/** A region with a server of its own, at which nobody listens. */
export const REGION = "eu-north-1";

/** Binds a bucket in that region to the fixture's workspace, as its creation does at the server. */
export async function bucketElsewhere(
  { world: { database, entry, services } }: ReturnType<typeof computeFixture>,
  bucketName: string,
): Promise<void> {
  const { accessKeyId, sealedSecret } = newOwnerKey(services.secrets);
  const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);
  await query(
    "INSERT INTO storage_region (region, name, endpoint_url, backend) VALUES ($1, 'North', 'http://127.0.0.1:9', 'rgw')",
    [REGION],
  );
  await query(
    `INSERT INTO storage_connection (region, admin_url, access_key_id, secret_sealed, user_prefix)
     VALUES ($1, 'http://127.0.0.1:9', 'A', ''::bytea, 'fulmar-')`,
    [REGION],
  );
  await query(
    `INSERT INTO storage_owner (region, workspace_id, access_key_id, secret_sealed, applied_revision, apply_at)
     VALUES ($1, $2, $3, $4, 1, NULL)`,
    [REGION, entry.workspace.id, accessKeyId, sealedSecret],
  );
  await query(
    `INSERT INTO storage_bucket (region, name, workspace_id, bucket_id, object_lock, state)
     VALUES ($1, $2, $3, 'bkt_1', false, 'bound')`,
    [REGION, bucketName, entry.workspace.id],
  );
}
