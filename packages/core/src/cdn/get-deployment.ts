import { statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";

const get = statement(
  "cdn_deployment_get",
  `SELECT distribution_id, status::text, revision > deployed_revision AS pending_changes, deployed_at, deploy_attempts AS failed_attempts,
          deploy_at AS next_attempt_at, error_code, error_message
     FROM cdn_distribution WHERE workspace_id = $1::bigint AND distribution_id = $2`,
);

export const getDeployment: Handler<"cdnDeployment.get"> = async ({ sql, workspace }, { distribution_id }) => {
  const [row] = await sql.query(get, [workspace.id, distribution_id]);
  if (row === undefined) throw notFound("CDN distribution");
  return { ...row, deployed_at: toTimestamp(row.deployed_at), next_attempt_at: toTimestamp(row.next_attempt_at) };
};
