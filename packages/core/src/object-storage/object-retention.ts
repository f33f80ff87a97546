import { type Sql, statement } from "@fulmar/prisma";
import type { BucketPlace } from "./bucket-place.ts";
import type { Retention } from "./object-record.ts";
import { retainedUnless, touchBucket } from "./object-removal.ts";

export interface RetentionChange {
  readonly key: string;
  /** Null takes it away. */
  readonly retention: Retention | null;
  /** Takes away, shortens or loosens also what is retained by GOVERNANCE alone. */
  readonly bypassGovernance: boolean;
}

// A retention that lasts is made longer, and GOVERNANCE to COMPLIANCE with who may go past it: nothing else.
const change = statement(
  "object_retain",
  `WITH held AS (
     SELECT o.key, NOT ${retainedUnless("o", "$6")} OR ($4 = o.lock_mode::text AND $5::timestamptz >= o.retained_until) AS allowed
       FROM object o WHERE o.workspace_id = $1::bigint AND o.bucket_id = $2 AND o.key = $3 FOR UPDATE
   ), retained AS (
     UPDATE object o SET lock_mode = $4::retention_mode, retained_until = $5::timestamptz FROM held h
      WHERE h.allowed AND o.workspace_id = $1::bigint AND o.bucket_id = $2 AND o.key = h.key RETURNING 1
   ), ${touchBucket("retained")}
   SELECT allowed FROM held`,
);

/** Changes what retains an object, within a transaction of the workspace. */
export async function retainObject(
  sql: Sql,
  { workspaceId, bucketId }: BucketPlace,
  { key, retention, bypassGovernance }: RetentionChange,
): Promise<"changed" | "absent" | "retained"> {
  const values = [workspaceId, bucketId, key, retention?.mode ?? null, retention?.until ?? null, bypassGovernance];
  const [row] = await sql.queryAs<{ allowed: boolean | null }>(change, values);
  if (row === undefined) return "absent";
  return row.allowed === true ? "changed" : "retained";
}
