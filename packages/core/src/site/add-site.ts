import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import type { ProviderKind, SiteReport, SiteServer } from "@fulmar/providers";
import type { ServedSite } from "../work/site-providers.ts";
import { insertSite, newSite, openConnected, type RequestedSite, refuseTakenName } from "./new-site.ts";
import { asOperator } from "./operated-site.ts";
import { requireCertificates } from "./server-certificates.ts";
import { recordCapacity } from "./site-capacity.ts";

/** A site and what it reports. */
export interface SiteState {
  readonly siteId: string;
  readonly name: string;
  readonly report: SiteReport;
}

/**
 * Adds a site: a server, or a simulated one, which is a world of its own. A server is prepared first; if that fails, the
 * site is not added.
 * @param options.simulated says in production that machines that do not exist are meant
 * @returns the site, with what its server reports
 * @throws DomainError 400 that names the option, 409 when a site has that name, 503 with the server's message
 */
export async function addSite(
  database: Pick<Database, "sql">,
  { secrets, environment }: Pick<Configuration, "secrets" | "environment">,
  request: RequestedSite,
  { simulated = false }: { readonly simulated?: boolean } = {},
): Promise<Omit<SiteState, "report"> & { readonly report: SiteReport | null }> {
  const { sql } = database;
  const site = newSite(request, { environment, simulated });
  const { siteId, name, served } = site;
  if (served === null) {
    await insertSite(sql, secrets, site, "new");
    return { siteId, name, report: null };
  }
  await refuseTakenName(sql, name);
  const { kind, ...wanted } = served;
  const { options, report } = await prepareServer(kind, { siteId, ...wanted });
  await insertSite(sql, secrets, { ...site, served: { ...served, options } }, "preparing");
  await openConnected(sql, siteId);
  await recordCapacity(sql, siteId, report);
  return { siteId, name, report };
}

/**
 * Prepares a server as a site, with the options that were left to it. Repeatable.
 * @param chosen is told all options before anything is changed at the server
 * @throws DomainError 400 for certificates that cannot be read, 503 with the server's message
 */
async function prepareServer(
  kind: ProviderKind,
  server: SiteServer,
  chosen: (options: object) => Promise<void> = async () => undefined,
): Promise<{ readonly options: object; readonly report: SiteReport }> {
  requireCertificates(server.endpoint);
  const options = await asOperator((signal) => kind.completeOptions(server, signal));
  await chosen(options);
  const report = await asOperator((signal) => kind.prepare({ ...server, options }, signal));
  return { options, report };
}

const begin = statement(
  "site_prepare",
  `WITH preparing AS (UPDATE site SET setup_state = 'preparing' WHERE site_id = $site_id AND setup_state IS NOT NULL)
   UPDATE site_connection SET options = $options::jsonb, revision = revision + 1 WHERE site_id = $site_id`,
);

/**
 * Connects the server of a site that was added by the API: prepares it, and opens the site. Repeatable: what a worker
 * that died has prepared is there already.
 * @throws DomainError 503 with the server's message; the site stays closed then
 */
export async function connectSite(
  database: Pick<Database, "transaction">,
  { siteId, name, kind, server }: ServedSite & { readonly siteId: string },
): Promise<SiteState> {
  const { report } = await prepareServer(kind, server, async (options) => {
    const chosen = { site_id: siteId, options: JSON.stringify(options) };
    await database.transaction(({ sql }) => sql.query(begin, chosen), { asAdopter: true });
  });
  await database.transaction(
    async ({ sql }) => {
      await openConnected(sql, siteId);
      await recordCapacity(sql, siteId, report);
    },
    { asAdopter: true },
  );
  return { siteId, name, report };
}
