import { type Database, type RowOf, type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import { auditOperator } from "../../audit/index.ts";
import { auditValues } from "../../request/audit-event.ts";
import { conflict, DomainError, invalidField } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { lackingCapability } from "./capabilities.ts";

const find = statement(
  "bucket_move_find_bucket",
  `SELECT b.workspace_id, b.bucket_id, b.name, b.region, b.backend::text, b.versioning::text, b.moving, b.quota_bytes,
          (SELECT coalesce(sum(u.total_size), 0)::bigint FROM bucket_usage u
            WHERE u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id) AS used
     FROM bucket b
    WHERE b.name = $name AND b.deleted_at IS NULL AND ($workspace_id::bigint IS NULL OR b.workspace_id = $workspace_id)
    ORDER BY b.created_at, b.bucket_id LIMIT 2`,
);

const target = statement(
  "bucket_move_target",
  `SELECT r.backend::text, EXISTS (SELECT FROM storage_bucket s
                                    WHERE s.region = r.region AND s.name = $name) AS name_taken
     FROM storage_region r WHERE r.region = $region AND r.connected_at IS NOT NULL`,
);

/** The columns of audit events: buckets have their names there. */
const AUDITED = {
  ...{ resource: "changed.bucket_name", workspace: "changed.workspace_id" },
  detail: "changed.from_region || ' to ' || changed.to_region",
};

const begin = statement(
  "bucket_move_begin",
  `WITH began AS (
     INSERT INTO bucket_move (move_id, workspace_id, bucket_id, bucket_name, from_region, to_region, from_backend,
                              to_backend)
     SELECT $move_id, b.workspace_id, b.bucket_id, b.name, b.region, $to_region, b.backend, $to_backend::storage_backend
       FROM bucket b
      WHERE b.workspace_id = $workspace_id::bigint AND b.bucket_id = $bucket_id AND b.region <> $to_region
        AND b.moving IS NULL AND b.deleted_at IS NULL
     RETURNING workspace_id, bucket_id, bucket_name, from_region, to_region
   ), moving AS (
     UPDATE bucket b SET moving = 'moving' FROM began
      WHERE b.workspace_id = began.workspace_id AND b.bucket_id = began.bucket_id
   ), changed AS (
     SELECT began.*, w.organization_id FROM began JOIN workspace w ON w.workspace_id = began.workspace_id
   )
   ${auditOperator("bucket.move", { ...AUDITED })}
   RETURNING audit_event_id`,
);

const columns = `move_id, workspace_id, bucket_name, from_region, to_region, step, cancelling, passes, changed, copied, copied_bytes, other_etags,
  wrong_copies, attempts, error_message, started_at, frozen_at, switched_at, ended_at, outcome`;

const get = statement("bucket_move_get", `SELECT ${columns} FROM bucket_move WHERE move_id = $move_id`);

const list = statement(
  "bucket_move_list",
  `SELECT ${columns} FROM bucket_move ORDER BY ended_at IS NOT NULL, move_id DESC LIMIT 200`,
);

const cancel = statement(
  "bucket_move_cancel",
  `WITH changed AS (
     UPDATE bucket_move m SET cancelling = true, next_at = now() FROM workspace w
      WHERE m.ended_at IS NULL AND m.switched_at IS NULL AND m.workspace_id = $workspace_id::bigint
        AND m.bucket_id = $bucket_id AND w.workspace_id = m.workspace_id
     RETURNING m.move_id, m.workspace_id, m.bucket_name, m.from_region, m.to_region, w.organization_id
   ), audited AS (
     ${auditOperator("bucket.move_cancelled", { ...AUDITED })}
   )
   SELECT move_id FROM changed`,
);

/** A move as operators see it. */
export type MoveState = RowOf<typeof get>;

/** The bucket that an operator names. The workspace is only needed where several have a bucket of the name. */
export interface NamedBucket {
  readonly name: string;
  readonly workspaceId: bigint | null;
}

async function bucketOf(sql: Sql, { name, workspaceId }: NamedBucket): Promise<RowOf<typeof find>> {
  const [bucket, other] = await sql.query(find, { name, workspace_id: workspaceId });
  if (bucket === undefined) throw new DomainError("not_found", `There is no bucket "${name}".`);
  if (other !== undefined)
    throw invalidField("bucket", "is the name of buckets of several workspaces; give --workspace, too", "ambiguous");
  return bucket;
}

/**
 * Begins to move a bucket to another region. Workers carry it out.
 * @returns the id of the move
 * @throws DomainError if the bucket cannot be moved there
 */
export async function beginMove({ sql }: Pick<Database, "sql">, named: NamedBucket, region: string): Promise<string> {
  const bucket = await bucketOf(sql, named);
  const to = await sql.maybe(target, { region, name: bucket.name });
  if (to === undefined) throw invalidField("to", "is no region; admin region list shows them", "no_such_region");
  if (region === bucket.region) throw conflict("same_region", `The bucket is in the region ${region} already.`);
  if (bucket.moving !== null)
    throw conflict("bucket_moves", "The bucket is being moved already; admin bucket moves shows how far it is.");
  if (bucket.backend !== "embedded" && to.backend !== "embedded")
    throw conflict(
      "between_servers",
      "Both regions have servers of their own; move the bucket to a region of the embedded store first.",
    );
  if (to.name_taken === true)
    throw conflict("name_taken", `The name ${bucket.name} is taken in the region ${region}, where names are unique.`);
  if (bucket.versioning === "Suspended")
    throw conflict(
      "versioning_suspended",
      "The versioning of the bucket is suspended; enable it for the move, and suspend it again afterwards.",
    );
  const lacking = await lackingCapability(sql, { ...bucket, from_backend: bucket.backend, to_backend: to.backend });
  if (lacking !== undefined)
    throw conflict(
      "capability_lacking",
      `The bucket uses ${lacking}, which the region ${region} does not offer; remove that first.`,
    );
  if (to.backend === "embedded" && bucket.quota_bytes !== null && (bucket.used ?? 0n) > bucket.quota_bytes)
    throw conflict("bucket_quota_exceeded", "The bucket holds more than its size quota; raise the quota first.");
  const moveId = newId("move");
  try {
    const begun = await sql.query(begin, {
      ...{ move_id: moveId, workspace_id: bucket.workspace_id, bucket_id: bucket.bucket_id },
      ...{ to_region: region, to_backend: to.backend },
      ...auditValues(),
    });
    if (begun.length > 0) return moveId;
  } catch (error) {
    if (violatedConstraint(error) !== "bucket_move_one") throw error;
  }
  throw conflict("bucket_moves", "The bucket has changed meanwhile, or is being moved already; try again.");
}

/** @throws DomainError 404 */
export async function readMove({ sql }: Pick<Database, "sql">, moveId: string): Promise<MoveState> {
  const move = await sql.maybe(get, { move_id: moveId });
  if (move === undefined) throw new DomainError("not_found", "There is no such move.");
  return move;
}

/** The moves, those under way first, then the latest, at most 200. */
export function listMoves({ sql }: Pick<Database, "sql">): Promise<MoveState[]> {
  return sql.query(list);
}

/**
 * Gives up the move of a bucket before its switch. Workers remove what it made in the target.
 * @returns the id of the move
 * @throws DomainError 409 if there is none, or the bucket is in its new region already
 */
export async function cancelMove({ sql }: Pick<Database, "sql">, named: NamedBucket): Promise<string> {
  const bucket = await bucketOf(sql, named);
  const cancelled = await sql.maybe(cancel, {
    workspace_id: bucket.workspace_id,
    bucket_id: bucket.bucket_id,
    ...auditValues(),
  });
  if (cancelled !== undefined) return cancelled.move_id;
  throw conflict(
    "no_move",
    bucket.moving === null
      ? "The bucket is not being moved."
      : "The bucket is in its new region already; begin another move to bring it back.",
  );
}
