import { type Sql, statement } from "@fulmar/prisma";
import { LifecycleRules } from "../settings/lifecycle-rules.ts";
import type { Move } from "./move-row.ts";

const used = statement(
  "bucket_move_settings_used",
  `SELECT kind, document FROM bucket_configuration WHERE workspace_id = $workspace_id::bigint AND bucket_id = $bucket_id
    ORDER BY kind`,
);

/** Settings of the embedded store that a Ceph RADOS Gateway of a region does not keep, by their kinds. */
const NOT_AT_SERVERS: Readonly<Record<string, string>> = {
  encryption: "default encryption",
  policy: "bucket policies",
  publicAccessBlock: "public access blocks",
  website: "websites",
};

/** A capability that the bucket uses and the target lacks, as words. Undefined if there is none. */
export async function lackingCapability(
  sql: Sql,
  {
    workspace_id,
    bucket_id,
    from_backend,
    to_backend,
  }: Pick<Move, "workspace_id" | "bucket_id" | "from_backend" | "to_backend">,
): Promise<string | undefined> {
  if (from_backend !== "embedded" || to_backend === "embedded") return undefined;
  const rows = await sql.query(used, { workspace_id, bucket_id });
  return rows
    .map(({ kind, document }) => NOT_AT_SERVERS[kind] ?? (kind === "lifecycle" ? ignoredRule(document) : undefined))
    .find((words) => words !== undefined);
}

/** The part of lifecycle rules that a gateway would ignore, and then delete too much. */
function ignoredRule(document: unknown): string | undefined {
  const isIgnored = LifecycleRules.parse(document).some(
    ({ largerThan, smallerThan, noncurrent }) =>
      largerThan !== null || smallerThan !== null || (noncurrent !== null && noncurrent.keep > 0),
  );
  return isIgnored ? "lifecycle rules by size or with earlier versions to keep" : undefined;
}
