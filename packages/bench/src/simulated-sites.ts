import { loadConfiguration } from "@fulmar/config";
import { addSite } from "@fulmar/core/operator";
import type { Product } from "./product.ts";

/** A simulated site that is a world of its own. */
export interface SimulatedSite {
  readonly siteId: string;
  /** The name of its provider. */
  readonly provider: string;
}

/** Adds simulated sites to an installation, as its operator does. */
export async function addSimulatedSites(product: Product, count: number): Promise<SimulatedSite[]> {
  const configuration = loadConfiguration(product.environment);
  const sites: SimulatedSite[] = [];
  for (let number = 1; number <= count; number++) {
    const named = { name: `Simulated ${number}`, location: "Nowhere" };
    const { siteId } = await addSite(product.database, configuration, { ...named, provider: "simulated" });
    sites.push({ siteId, provider: `simulated:${siteId}` });
  }
  return sites;
}

/** Makes a site answer late, or not at all. Processes see it within a second. */
export async function setPace(
  product: Product,
  { provider }: SimulatedSite,
  { answersAfterMs = 0, silent = false }: { readonly answersAfterMs?: number; readonly silent?: boolean },
): Promise<void> {
  await product.site.pool.query(
    `INSERT INTO simulated.site (provider, answers_after_ms, silent) VALUES ($1, $2, $3)
         ON CONFLICT (provider) DO UPDATE SET answers_after_ms = excluded.answers_after_ms, silent = excluded.silent`,
    [provider, answersAfterMs, silent],
  );
}
