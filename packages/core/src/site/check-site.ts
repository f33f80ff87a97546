import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { lxdProvider, type SiteReport } from "@fulmar/providers";
import { asOperator } from "./as-operator.ts";
import { connectionOf } from "./connection-of.ts";
import { recordCapacity } from "./record-capacity.ts";
import type { SiteState } from "./site-state.ts";

/**
 * Looks at a site: whether it answers, what it has and what it cannot do. What it says is kept, as when the worker
 * looks.
 * @throws DomainError 404, 503 with what the server said
 */
export async function checkSite(
  database: Pick<Database, "sql">,
  { secret }: Pick<Configuration, "secret">,
  siteId: string,
): Promise<SiteState> {
  const { name, options } = await connectionOf(database.sql, secret, siteId);
  const provider = lxdProvider(options);
  try {
    const report = await asOperator<SiteReport>(async (signal) => provider.inspect(signal));
    await recordCapacity(database.sql, siteId, report);
    return { siteId, name, report };
  } finally {
    await provider.close();
  }
}
