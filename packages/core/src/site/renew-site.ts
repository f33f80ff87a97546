import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { type LxdProvider, type LxdSiteOptions, lxdProvider } from "@fulmar/providers";
import { invalidField } from "../request/domain-error.ts";
import { Sealer } from "../request/sealed-value.ts";
import { SITE_KEYS } from "../work/site-providers.ts";
import { asOperator } from "./as-operator.ts";
import { connectionOf } from "./connection-of.ts";
import { recordCapacity } from "./record-capacity.ts";
import type { SiteState } from "./site-state.ts";

/** All PEM; without a certificate of the server, the present one stays. */
export interface Renewal {
  readonly siteId: string;
  readonly certificate: string;
  readonly key: string;
  readonly serverCertificate: string | undefined;
}

const renew = statement(
  "site_renew",
  `UPDATE site_connection SET client_certificate = $2, client_key_sealed = $3::bytea, server_certificate = coalesce($4, server_certificate),
          revision = revision + 1 WHERE site_id = $1`,
);

/**
 * Gives a site's connection other certificates, once the server has been seen to take them. Workers and APIs that run
 * take them within seconds.
 * @throws DomainError 400 that names the option, 404, 503 with what the server said: then the connection stays as it
 * was
 */
export async function renewSite(
  { sql }: Pick<Database, "sql">,
  { secret }: Pick<Configuration, "secret">,
  { siteId, certificate, key, serverCertificate }: Renewal,
): Promise<SiteState> {
  const { name, options } = await connectionOf(sql, secret, siteId);
  if (!options.endpoint.url.startsWith("https:"))
    throw invalidField("client_cert", "is of no use: this site is reached by a socket");
  const server = serverCertificate === undefined ? {} : { serverCertificate };
  const provider = open({ ...options, endpoint: { ...options.endpoint, client: { certificate, key }, ...server } });
  try {
    const report = await asOperator((signal) => provider.inspect(signal));
    await sql.query(renew, [
      siteId,
      certificate,
      new Sealer(secret, SITE_KEYS).seal(key, siteId),
      serverCertificate ?? null,
    ]);
    await recordCapacity(sql, siteId, report);
    return { siteId, name, report };
  } finally {
    await provider.close();
  }
}

function open(options: LxdSiteOptions): LxdProvider {
  try {
    return lxdProvider(options);
  } catch (error) {
    throw invalidField("server_cert", `cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
