import type { Secrets } from "@fulmar/config";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { type ObjectStoragePort, ProviderError, type StorageOwner } from "@fulmar/providers";
import { DUE, retryDelayMs } from "../../work/due.ts";
import { throwAll } from "../../work/work-through.ts";
import { type ConnectionRow, readConnections, storageOf } from "./storage-connections.ts";
import { sealerOfOwners } from "./storage-owner.ts";
import { addedTransfer, hourOf } from "./transfers.ts";
import {
  digestOf,
  readWanted,
  type StorageBucketRow,
  settingsOf,
  userIdOf,
  type WantedKey,
  type WantedStorage,
} from "./wanted-storage.ts";

/** How long a worker has for one workspace in one region. Another one takes it up after that. */
export const TAKEN_FOR_MS = 60_000;

const take = statement(
  "storage_owner_take",
  `UPDATE storage_owner SET taken_until = now() + ${TAKEN_FOR_MS} * interval '1 millisecond'
    WHERE (region, workspace_id) IN (
      SELECT o.region, o.workspace_id FROM storage_owner o
       WHERE o.apply_at <= ${DUE} AND (o.taken_until IS NULL OR o.taken_until < now()) ORDER BY o.apply_at
       LIMIT $limit::int FOR UPDATE SKIP LOCKED)
   RETURNING region, workspace_id, access_key_id, secret_sealed, revision, apply_attempts`,
);

export type DueOwner = RowOf<typeof take>;

/** Takes owners whose storage has to be brought up to date, the longest due first. */
export function takeDueOwners(sql: Sql, limit: number): Promise<DueOwner[]> {
  return sql.query(take, { limit });
}

const keyIntended = statement(
  "storage_key_intend",
  `INSERT INTO storage_key (region, workspace_id, access_key_id) VALUES ($region, $workspace_id::bigint, $access_key_id)
   ON CONFLICT DO NOTHING`,
);
const keyApplied = statement(
  "storage_key_applied",
  `UPDATE storage_key SET applied = $applied
    WHERE region = $region AND workspace_id = $workspace_id::bigint AND access_key_id = $access_key_id`,
);
const keyGone = statement(
  "storage_key_gone",
  `DELETE FROM storage_key
    WHERE region = $region AND workspace_id = $workspace_id::bigint AND access_key_id = $access_key_id`,
);
const bucketMade = statement(
  "storage_bucket_made",
  `UPDATE storage_bucket
      SET state = $state, counted_hour = $counted_hour::timestamptz, counted_bytes = $counted_bytes::bigint
    WHERE region = $region AND name = $name AND state = 'reserved'`,
);
const bucketApplied = statement(
  "storage_bucket_applied",
  "UPDATE storage_bucket SET applied = $applied WHERE region = $region AND name = $name",
);
// A request that binds it at the same time wins.
const bucketUnwanted = statement(
  "storage_bucket_unwanted",
  `UPDATE storage_bucket SET state = 'ended' WHERE region = $region AND name = $name AND state IN ('reserved', 'made')
RETURNING 1`,
);
const bucketGone = statement(
  "storage_bucket_gone",
  "DELETE FROM storage_bucket WHERE region = $region AND name = $name AND state IN ('ended', 'taken')",
);
const ownerGone = statement(
  "storage_owner_gone",
  `DELETE FROM storage_owner WHERE region = $region AND workspace_id = $workspace_id::bigint AND revision = $revision
   RETURNING 1`,
);

const release = statement(
  "storage_owner_release",
  "UPDATE storage_owner SET taken_until = NULL WHERE region = $region AND workspace_id = $workspace_id::bigint",
);

const done = statement(
  "storage_owner_done",
  `UPDATE storage_owner
      SET applied_revision = $applied_revision::int, taken_until = NULL, apply_attempts = 0, error_message = NULL,
          apply_at = CASE WHEN revision > $applied_revision::int THEN now() ELSE $next_look::timestamptz END
    WHERE region = $region AND workspace_id = $workspace_id::bigint`,
);

const failed = statement(
  "storage_owner_failed",
  `UPDATE storage_owner SET applied_revision = $applied_revision::int, taken_until = NULL,
          apply_attempts = apply_attempts + 1, error_message = $error_message,
          apply_at = CASE WHEN revision > $applied_revision::int THEN now()
                          ELSE now() + $in_ms::int * interval '1 millisecond' END
    WHERE region = $region AND workspace_id = $workspace_id::bigint`,
);

const RETRY = { firstMs: 1_000, mostMs: 300_000 };

/** The storage of one workspace in one region, to be brought to what it should be. */
class OwnedStorage {
  readonly #sql: Sql;
  readonly #storage: ObjectStoragePort;
  readonly #prefix: string;
  readonly #owner: StorageOwner;
  readonly #due: DueOwner;
  readonly #signal: AbortSignal;
  readonly #removed = new Set<string>();
  readonly #errors: unknown[] = [];

  constructor(sql: Sql, secrets: Secrets, connection: ConnectionRow, due: DueOwner, signal: AbortSignal) {
    this.#sql = sql;
    this.#storage = storageOf(secrets, connection);
    this.#prefix = connection.user_prefix;
    this.#due = due;
    this.#signal = signal;
    this.#owner = {
      userId: userIdOf.owner(connection.user_prefix, due.workspace_id),
      accessKeyId: due.access_key_id,
      secretAccessKey: sealerOfOwners(secrets).open(due.secret_sealed, due.access_key_id),
    };
  }

  /** @returns whether the workspace has nothing left in the region @throws AggregateError after everything was tried */
  async apply({ buckets, keys, made }: WantedStorage): Promise<"gone" | "applied"> {
    const inForce = new Set(keys.map(({ accessKeyId }) => accessKeyId));
    // Keys that have ended come first.
    await this.#each(
      [...made.keys()].filter((accessKeyId) => !inForce.has(accessKeyId)),
      (accessKeyId) => this.#removeKey(accessKeyId),
    );
    if (buckets.length > 0) {
      await this.#storage.ensureOwner(this.#owner, this.#signal);
      await this.#each(keys, (key) => this.#applyKey(key, made.get(key.accessKeyId)));
      await this.#each(buckets, (bucket) => this.#applyBucket(bucket, keys));
    }
    throwAll(this.#errors);
    const isEmpty = buckets.every(({ name }) => this.#removed.has(name));
    return isEmpty && (await this.#removeOwner()) ? "gone" : "applied";
  }

  async #each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    for (const item of items) {
      this.#signal.throwIfAborted();
      await work(item).catch((error: unknown) => this.#errors.push(error));
    }
  }

  async #removeKey(accessKeyId: string): Promise<void> {
    await this.#storage.removeUser(userIdOf.key(this.#prefix, accessKeyId), this.#signal);
    await this.#sql.query(keyGone, { ...this.#place, access_key_id: accessKeyId });
  }

  /** @returns false when a request has reserved a bucket meanwhile, so that the owner is made again */
  async #removeOwner(): Promise<boolean> {
    await this.#storage.removeUser(this.#owner.userId, this.#signal);
    return (await this.#sql.query(ownerGone, { ...this.#place, revision: this.#due.revision })).length > 0;
  }

  async #applyKey({ accessKeyId, secretAccessKey }: WantedKey, applied: string | null | undefined): Promise<void> {
    const digest = digestOf(secretAccessKey);
    if (applied === digest) return;
    await this.#sql.query(keyIntended, { ...this.#place, access_key_id: accessKeyId });
    const userId = userIdOf.key(this.#prefix, accessKeyId);
    await this.#storage.ensureUser(userId, { accessKeyId, secretAccessKey }, this.#signal);
    await this.#sql.query(keyApplied, { ...this.#place, access_key_id: accessKeyId, applied: digest });
  }

  async #applyBucket(bucket: StorageBucketRow, keys: readonly WantedKey[]): Promise<void> {
    const { name, state, is_stale } = bucket;
    switch (state) {
      case "bound":
      case "arriving":
      case "leaving":
        return this.#configure(bucket, keys);
      case "ended":
        return this.#remove(name);
      case "taken":
        if (is_stale === true) await this.#forget(name);
        return;
      case "reserved":
        if (is_stale !== true) await this.#make(bucket);
    }
    // The request that asked for it has come to nothing. One that binds it at this moment wins.
    if (is_stale === true && (await this.#sql.query(bucketUnwanted, { region: this.#due.region, name })).length > 0)
      await this.#remove(name);
  }

  async #make(bucket: StorageBucketRow): Promise<void> {
    const outcome = await this.#create(bucket);
    // Bytes that an earlier bucket of this name has sent in this hour are not this one's.
    const hour = hourOf(new Date());
    const transfers = await this.#storage.transfers(this.#owner.userId, hour, this.#signal);
    const { bytes } = addedTransfer({ name: bucket.name, counted_hour: hour, counted_bytes: 0n }, transfers);
    await this.#sql.query(bucketMade, {
      region: this.#due.region,
      name: bucket.name,
      state: outcome,
      counted_hour: hour,
      counted_bytes: bytes,
    });
  }

  #create({ name, object_lock: objectLock }: StorageBucketRow): Promise<"made" | "taken"> {
    return this.#storage.createBucket(this.#owner, name, { objectLock }, this.#signal);
  }

  async #configure(bucket: StorageBucketRow, keys: readonly WantedKey[]): Promise<void> {
    const settings = settingsOf(this.#prefix, bucket, keys);
    const digest = digestOf(settings);
    if (digest === bucket.applied) return;
    // A deletion that was not committed may have removed the bucket, which was empty then.
    if (bucket.applied === null && (await this.#create(bucket)) === "taken") throw lost(bucket.name);
    await this.#storage.configureBucket(this.#owner, bucket.name, settings, this.#signal);
    await this.#sql.query(bucketApplied, { region: this.#due.region, name: bucket.name, applied: digest });
  }

  async #remove(name: string): Promise<void> {
    await this.#storage.removeBucket(this.#owner, name, this.#signal);
    await this.#forget(name);
  }

  async #forget(name: string): Promise<void> {
    await this.#sql.query(bucketGone, { region: this.#due.region, name });
    this.#removed.add(name);
  }

  get #place() {
    return { region: this.#due.region, workspace_id: this.#due.workspace_id };
  }
}

function lost(name: string): ProviderError {
  return new ProviderError("bucket_lost", `The region's server has given the name of the bucket ${name} to others.`, {
    retryable: true,
  });
}

/**
 * Brings the server of a region to what one workspace should have there: its owner, its buckets with their policies,
 * and the users of its access keys. What is made is recorded before it is made, and only what is recorded is removed.
 * May be repeated after a crash.
 * @throws AggregateError after everything was tried; the next attempt is recorded
 */
export async function applyStorage(sql: Sql, secrets: Secrets, due: DueOwner, signal: AbortSignal): Promise<void> {
  const { region, workspace_id: workspaceId, revision } = due;
  try {
    const [connection] = await readConnections(sql, region);
    if (connection === undefined) throw new Error(`the region ${region} has no connection`);
    const wanted = await readWanted(sql, secrets, region, workspaceId);
    const outcome = await new OwnedStorage(sql, secrets, connection, due, signal).apply(wanted);
    if (outcome === "applied")
      await sql.query(done, {
        region,
        workspace_id: workspaceId,
        applied_revision: revision,
        next_look: wanted.nextLook,
      });
  } catch (error) {
    if (signal.aborted) await sql.query(release, { region, workspace_id: workspaceId });
    signal.throwIfAborted();
    await sql.query(failed, {
      region,
      workspace_id: workspaceId,
      applied_revision: revision,
      error_message: sentenceOf(error),
      in_ms: retryDelayMs(due.apply_attempts + 1, RETRY),
    });
    throw error;
  }
}

function sentenceOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof ProviderError ? first.message : String(first);
}
