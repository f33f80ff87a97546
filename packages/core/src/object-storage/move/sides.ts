import { setTimeout as sleep } from "node:timers/promises";
import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { CopiedBucket, ProviderError } from "@fulmar/providers";
import type { WorkerServices } from "../../work/worker-services.ts";
import { STORAGE_CHANNEL } from "../remote/reserve-bucket.ts";
import { newOwnerKey, sealerOfOwners } from "../remote/storage-owner.ts";
import { moveKey } from "../signing/object-url.ts";
import type { Move } from "./move-row.ts";

const place = statement(
  "bucket_move_place",
  `SELECT r.endpoint_url, r.backend::text, o.access_key_id, o.secret_sealed FROM storage_region r
     LEFT JOIN storage_owner o ON o.region = r.region AND o.workspace_id = $workspace_id::bigint
    WHERE r.region = $region`,
);

/** The bucket of a move in one of its regions, by a credential that reaches all of it. */
export async function bucketIn(
  region: string,
  move: Pick<Move, "workspace_id" | "bucket_id" | "bucket_name">,
  {
    database: { sql },
    secrets,
    publicObjectStoreUrl,
  }: Pick<WorkerServices, "database" | "secrets" | "publicObjectStoreUrl">,
): Promise<CopiedBucket> {
  const { workspace_id: workspaceId, bucket_id: bucketId, bucket_name: name } = move;
  const row = await sql.maybe(place, { region, workspace_id: workspaceId });
  if (row?.backend === "embedded") {
    const key = moveKey(secrets[0], { workspaceId: String(workspaceId), bucketId });
    return new CopiedBucket({ endpoint: row.endpoint_url ?? publicObjectStoreUrl, key, name });
  }
  if (row === undefined || row.endpoint_url === null || row.access_key_id === null || row.secret_sealed === null)
    throw new Error(`the region ${region} has no server for the workspace ${workspaceId}`);
  const { endpoint_url: endpoint, access_key_id: accessKeyId } = row;
  const secretAccessKey = sealerOfOwners(secrets).open(row.secret_sealed, accessKeyId);
  return new CopiedBucket({ endpoint, key: { accessKeyId, secretAccessKey }, name });
}

const reserve = statement(
  "bucket_move_reserve",
  `WITH owner AS (
     INSERT INTO storage_owner AS o (region, workspace_id, access_key_id, secret_sealed)
     VALUES ($region, $workspace_id::bigint, $access_key_id, $secret_sealed::bytea)
         ON CONFLICT (region, workspace_id) DO UPDATE SET revision = o.revision + 1, apply_at = now()
  RETURNING region, workspace_id
   ), reserved AS (
     INSERT INTO storage_bucket AS s (region, name, workspace_id, bucket_id, object_lock)
     SELECT region, $name, workspace_id, $bucket_id, $object_lock::boolean FROM owner
         ON CONFLICT (region, name) DO UPDATE SET reserved_at = now()
      WHERE s.bucket_id = excluded.bucket_id AND s.state IN ('reserved', 'made')
     RETURNING 1
   )
   SELECT pg_notify('${STORAGE_CHANNEL}', '')::text FROM owner`,
);

const stateOf = statement(
  "bucket_move_target_state",
  "SELECT state, bucket_id FROM storage_bucket WHERE region = $region AND name = $name",
);

const setState = statement(
  "bucket_move_target_set",
  `UPDATE storage_bucket SET state = $state
    WHERE region = $region AND bucket_id = $bucket_id AND state = ANY ($states::text[]) RETURNING 1`,
);

const touch = statement(
  "bucket_move_touch_owner",
  `WITH touched AS (UPDATE storage_owner SET revision = revision + 1, apply_at = now()
                     WHERE region = $region AND workspace_id = $workspace_id::bigint RETURNING revision)
   SELECT revision, pg_notify('${STORAGE_CHANNEL}', '')::text AS told FROM touched`,
);

const applied = statement(
  "bucket_move_applied",
  `SELECT applied_revision, error_message FROM storage_owner
    WHERE region = $region AND workspace_id = $workspace_id::bigint`,
);

const PATIENCE_MS = 30_000;
const LOOK_MS = 50;

type Place = Pick<Move, "workspace_id" | "bucket_id" | "bucket_name" | "bucket_lock_enabled">;

/** A bucket at a region's server: the worker that keeps the storage of workspaces makes it. */
export class ServerSide {
  readonly #sql: Sql;
  readonly #region: string;
  readonly #place: Place;
  readonly #signal: AbortSignal;

  constructor(sql: Sql, region: string, place: Place, signal: AbortSignal) {
    this.#sql = sql;
    this.#region = region;
    this.#place = place;
    this.#signal = signal;
  }

  /** Has the bucket made there, which keys do not reach yet. @returns false if the name is taken in the region */
  async make(secrets: Secrets): Promise<boolean> {
    const { workspace_id, bucket_id, bucket_name, bucket_lock_enabled } = this.#place;
    const { accessKeyId, sealedSecret } = newOwnerKey(secrets);
    await this.#sql.query(reserve, {
      ...{ region: this.#region, workspace_id, name: bucket_name, bucket_id, object_lock: bucket_lock_enabled },
      ...{ access_key_id: accessKeyId, secret_sealed: sealedSecret },
    });
    const state = await this.#until(async () => {
      const row = await this.#sql.maybe(stateOf, { region: this.#region, name: bucket_name });
      if (row === undefined || row.bucket_id !== bucket_id) return "taken";
      return row.state === "reserved" ? undefined : row.state;
    });
    if (state === "taken") return false;
    await this.become("arriving", ["made"]);
    await this.apply();
    return true;
  }

  /** Moves the bucket from one of some states to another. */
  async become(state: string, from: readonly string[]): Promise<boolean> {
    return (
      (await this.#sql.query(setState, { region: this.#region, bucket_id: this.#place.bucket_id, state, states: from }))
        .length > 0
    );
  }

  /** Has the server brought to what it should have, and waits for that. @throws ProviderError */
  async apply(): Promise<void> {
    const touched = await this.#sql.maybe(touch, { region: this.#region, workspace_id: this.#place.workspace_id });
    if (touched === undefined) return;
    await this.#until(async () => {
      const row = await this.#sql.maybe(applied, { region: this.#region, workspace_id: this.#place.workspace_id });
      if (row === undefined) return true;
      if (row.applied_revision < touched.revision) return undefined;
      if (row.error_message === null) return true;
      throw new ProviderError("region_refused", row.error_message, { retryable: true });
    });
  }

  async #until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
      const value = await look();
      if (value !== undefined) return value;
      await sleep(LOOK_MS, undefined, { signal: this.#signal });
    }
    throw new ProviderError("region_unavailable", `The region ${this.#region} does not answer right now.`, {
      retryable: true,
    });
  }
}
