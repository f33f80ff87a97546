import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { type Provider, ProviderError } from "@fulmar/providers";
import { conflict, DomainError } from "../request/domain-error.ts";
import { SiteFenced } from "../work/fence.ts";
import { SiteGate } from "../work/site-gate.ts";
import { SiteProviders } from "../work/site-providers.ts";

/** A site that an operator's command acts on. */
export interface OperatedSite {
  readonly siteId: string;
  /** The name of its provider. */
  readonly providerName: string;
  readonly provider: Provider;
}

const find = statement("site_operated", "SELECT provider FROM site WHERE site_id = $site_id AND removed_at IS NULL");

/**
 * Opens a site for an operator's command, unless it is fenced: a database that is behind, or is a copy, would decide
 * wrongly.
 * @throws DomainError 404, 409 with the reason when the site is fenced
 */
export async function atSite<Result>(
  database: Pick<Database, "sql" | "pool">,
  configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl">,
  siteId: string,
  work: (site: OperatedSite) => Promise<Result>,
): Promise<Result> {
  const row = await database.sql.maybe(find, { site_id: siteId });
  if (row === undefined) throw new DomainError("not_found", "There is no such site; admin site list shows the sites.");
  const providers = new SiteProviders(database, configuration);
  try {
    const provider = await providers.get(row.provider);
    await new SiteGate(database.sql).enter(row.provider, provider.inventory);
    return await work({ siteId, providerName: row.provider, provider });
  } catch (error) {
    if (error instanceof SiteFenced) throw conflict("site_fenced", `The site is fenced: ${error.message}`);
    throw error;
  } finally {
    await providers.close();
  }
}

const TIMEOUT_MS = 30_000;

/**
 * The refusal has the server's own message.
 * @throws DomainError 503
 */
export async function asOperator<Value>(
  call: (signal: AbortSignal) => Promise<Value>,
  timeoutMs = TIMEOUT_MS,
): Promise<Value> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await call(timeout);
  } catch (error) {
    if (timeout.aborted) throw new DomainError("unavailable", "The server did not answer in time.", { cause: error });
    if (!(error instanceof ProviderError)) throw error;
    const { cause } = error;
    const said = cause instanceof Error ? ` (${cause.message})` : "";
    throw new DomainError("unavailable", `${error.message}${said}`, { cause: error });
  }
}
