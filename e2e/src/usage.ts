import type { Client } from "pg";

/** The cost of a product's resource in one hour. */
export interface UsedHour {
  readonly sku: string;
  /** The beginning of an hour, in UTC. */
  readonly hour: string;
  /** Decimal text, in the installation's currency. */
  readonly amount: string;
}

/**
 * Writes past usage directly into an installation's database. The meter never reaches hours in which the
 * organization did not exist. Each product gets one resource.
 */
export async function writeUsage(database: Client, workspaceId: string, hours: readonly UsedHour[]): Promise<void> {
  await database.query(
    `INSERT INTO usage_record (workspace_id, hour, charge_id, resource_type, resource_id, sku_code, seconds, quantity,
                               unit_price, amount)
       SELECT $1, used.hour, hashtext(used.sku), 'vm', 'vm_' || used.sku, used.sku, 3600, 1, used.amount, used.amount
         FROM jsonb_to_recordset($2) AS used(sku text, hour timestamptz, amount numeric)`,
    [workspaceId, JSON.stringify(hours)],
  );
}
