// A fence that an operator raises (docs/adr/0164).
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import { hold, WHAT_TO_DO } from "./fence.ts";
import { DATABASE_ID, makeInstallation, newToken } from "./site-gate.ts";

// Epoch 0 has driven no site yet. A worker that finds an ownership record there raises the fence of what it finds.
const raise = statement(
  "site_fence_raise_by_hand",
  `WITH fenced AS (
     INSERT INTO site_fence AS f (provider, installation_id, database_id, epoch, token, reason, detail, fenced_at)
     SELECT $provider, installation_id, ${DATABASE_ID}, 0, $token, 'by_operator', $detail, now() FROM installation
         ON CONFLICT (provider) DO UPDATE
        SET reason = excluded.reason, detail = excluded.detail, fenced_at = excluded.fenced_at
      WHERE f.fenced_at IS NULL RETURNING provider, detail
   ), held AS (${hold})
   SELECT provider FROM fenced`,
);

/**
 * Fences the sites of a provider by an operator's decision, and puts their operations on hold. The fence is as any
 * other to workers and tenants. A resume lifts it.
 * @param why the operator's words, which tenants see on what waits
 * @returns false if the sites are fenced already, which stays as it is
 */
export async function fenceByHand(sql: Sql, provider: string, why: string): Promise<boolean> {
  const sentence = /[.!?]$/.test(why) ? why : `${why}.`;
  const detail = `An operator has fenced the site: ${sentence} ${WHAT_TO_DO}`;
  await sql.query(makeInstallation, { installation_id: newId("ins") });
  return (await sql.query(raise, { provider, token: newToken(), detail })).length > 0;
}
