import { inDatabase } from "./product.ts";

/**
 * Lets the workers measure VMs and compare alert rules now in place of once a minute, and conditions that hold count as if
 * they had for a day.
 */
export async function hurryAlerts(dataDir: string): Promise<void> {
  await inDatabase(dataDir, async (database) => {
    await database.query(
      "UPDATE alert_state SET breached_since = now() - interval '1 day' WHERE breached_since IS NOT NULL",
    );
    await database.query(
      "UPDATE reconciler SET run_at = now() WHERE split_part(name, '@', 1) IN ('record-metrics', 'evaluate-alerts')",
    );
  });
}
