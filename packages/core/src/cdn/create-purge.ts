import type { Handler } from "../request/context.ts";
import { conflict, notFound } from "../request/domain-error.ts";
import { PurgeRepository, toPurge } from "./purge-repository.ts";

export const createPurge: Handler<"cdnPurge.create"> = async ({ sql, workspace }, { distribution_id, ...purge }) => {
  const purges = new PurgeRepository(sql, workspace.id, distribution_id);
  const row = await purges.insert(purge);
  if (row !== undefined) return toPurge(row);
  const status = await purges.distributionStatus();
  if (status === undefined) throw notFound("CDN distribution");
  throw status === "failed"
    ? conflict(
        "distribution_failed",
        "The distribution was never deployed, so there is nothing to purge; delete it and create a new one.",
      )
    : conflict("distribution_disabled", "The distribution is disabled and keeps nothing to purge; enable it first.");
};
