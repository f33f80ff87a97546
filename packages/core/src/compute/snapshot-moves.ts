import type { CaptureStatus } from "@fulmar/contract";
import type { JsonValue } from "@fulmar/engine";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import { z } from "zod";

/** What capturing a volume left at the provider. */
const SnapshotArtifact = z.strictObject({ ref: z.string(), bytes: z.string() });
export type SnapshotArtifact = z.infer<typeof SnapshotArtifact>;

const begin = statement(
  "snapshot_begin",
  "UPDATE snapshot_set SET status = 'running', updated_at = now() WHERE workspace_id = $1::bigint AND snapshot_set_id = $2 AND status = 'queued'",
);

const end = statement(
  "snapshot_end",
  `UPDATE snapshot_set SET status = $3::capture_status, artifact_ref = $4, artifact_bytes = $5::text::bigint, updated_at = now()
    WHERE workspace_id = $1::bigint AND snapshot_set_id = $2 AND status IN ('queued', 'running')`,
);

export async function beginSnapshot(sql: Sql, workspaceId: bigint, snapshotSetId: string): Promise<void> {
  await sql.query(begin, [workspaceId, snapshotSetId]);
}

/** A snapshot's last move; what was captured counts only when it succeeded. */
export async function endSnapshot(
  { sql }: Pick<Transaction, "sql">,
  snapshot: { readonly workspaceId: bigint; readonly snapshotSetId: string; readonly status: CaptureStatus; readonly artifact: JsonValue | undefined },
): Promise<void> {
  const artifact = snapshot.status === "succeeded" ? SnapshotArtifact.parse(snapshot.artifact) : undefined;
  await sql.query(end, [snapshot.workspaceId, snapshot.snapshotSetId, snapshot.status, artifact?.ref ?? null, artifact?.bytes ?? null]);
}
