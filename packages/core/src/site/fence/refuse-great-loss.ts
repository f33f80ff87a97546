import { type Sql, statement } from "@fulmar/prisma";
import type { Loss } from "../../work/restore-lost.ts";
import { isMostOf, raiseFence } from "./fence.ts";

// For a while after an operator has resumed the site knowing of the loss.
const believed = statement(
  "site_loss_believed",
  "SELECT FROM site_fence WHERE provider = $1 AND loss_believed_until > now()",
);

/**
 * Fences a site that lacks most of what the database knows there: a wrong pool, project or server is likelier than so
 * great a loss.
 * @param what in the plural, such as "VMs"
 * @throws SiteFenced
 */
export async function refuseGreatLoss(sql: Sql, provider: string, what: string, { known, lost }: Loss): Promise<void> {
  if (!isMostOf(lost, known) || (await sql.query(believed, [provider])).length > 0) return;
  throw await raiseFence(sql, provider, "site_incomplete", `It lacks ${lost} of ${known} ${what}.`);
}
