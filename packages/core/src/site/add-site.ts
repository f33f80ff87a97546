import type { Configuration } from "@fulmar/config";
import { Name } from "@fulmar/contract";
import { type Database, statement, violatedConstraint } from "@fulmar/prisma";
import { kindOf, PROVIDER_KINDS, type ServerEndpoint, type SiteServer } from "@fulmar/providers";
import { z } from "zod";
import { conflict, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { Sealer, SITE_KEYS } from "../request/sealing/sealed-value.ts";
import { asOperator } from "./operated-site.ts";
import { recordCapacity } from "./site-capacity.ts";
import type { SiteState } from "./sites.ts";

const described = { name: Name, location: z.string().min(1).max(200) };

/** Certificates and the key are PEM. */
const certificates = {
  client_cert: z.string().optional(),
  client_key: z.string().optional(),
  server_cert: z.string().optional(),
};

/** The fields of a new site on a server beside the options of its kind. */
const Served = z.object({ ...described, endpoint: z.string(), ...certificates });
type Served = z.infer<typeof Served>;

const SimulatedSite = z.strictObject({ ...described, provider: z.literal("simulated") });

/** The values of the option `provider`. */
export const SITE_PROVIDERS: readonly string[] = [...Object.keys(PROVIDER_KINDS), "simulated"];

const Provided = z.looseObject({ provider: z.enum(SITE_PROVIDERS, `must be ${SITE_PROVIDERS.join(" or ")}`) });

/** Added sites come after the built-in ones, in the order in which they were added. */
const FIRST_POSITION = 1_000;
/** Simulated ones come after all others, so that none is the default where there is a real one. */
const FIRST_SIMULATED_POSITION = 1_000_000;

// Offers every plan without a GPU there at once. Images are imported one by one.
const insert = statement(
  "site_add",
  `WITH added AS (
     INSERT INTO site (site_id, name, location, provider, position)
     SELECT $site_id, $name, $location, $provider, greatest(${FIRST_POSITION}, max(position) + 1) FROM site
      WHERE position < ${FIRST_SIMULATED_POSITION} RETURNING site_id
   ), connected AS (
     INSERT INTO site_connection (site_id, endpoint, options, client_certificate, client_key_sealed, server_certificate)
     SELECT site_id, $endpoint, $options::jsonb, $client_certificate, $client_key_sealed::bytea, $server_certificate
       FROM added
   )
   UPDATE plan SET site_ids = site_ids || added.site_id FROM added WHERE plan.gpu_count = 0`,
);

// A simulated machine boots every image.
const insertSimulated = statement(
  "site_add_simulated",
  `WITH added AS (
     INSERT INTO site (site_id, name, location, provider, position)
     SELECT $site_id, $name, $location, 'simulated:' || $site_id,
            greatest(${FIRST_SIMULATED_POSITION}, max(position) + 1) FROM site RETURNING site_id
   ), booted AS (UPDATE image SET site_ids = site_ids || added.site_id FROM added
                WHERE image.owner_workspace_id IS NULL)
   UPDATE plan SET site_ids = site_ids || added.site_id FROM added WHERE plan.gpu_count = 0`,
);

type Requested = Readonly<Record<string, string | undefined>>;

/**
 * Adds a site: a server, or a simulated one, which is a world of its own.
 * @param options.simulated says in production that machines that do not exist are meant
 * @returns the site, with what its server reports
 * @throws DomainError 400 that names the option, 409 when a site has that name, 503 with the server's message
 */
export async function addSite(
  database: Pick<Database, "sql">,
  configuration: Pick<Configuration, "secrets" | "environment">,
  request: Requested,
  { simulated = false }: { readonly simulated?: boolean } = {},
): Promise<Omit<SiteState, "report"> & { readonly report: SiteState["report"] | null }> {
  // An option that was not given is no option.
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const { provider } = parseBy(Provided, given);
  if (provider !== "simulated") return addServer(database, configuration, given, provider);
  if (configuration.environment === "production" && !simulated)
    throw invalidField("provider", "makes machines that do not exist, for trials; add --simulated if you mean that");
  return addSimulated(database, given);
}

async function addSimulated(database: Pick<Database, "sql">, request: Requested) {
  const { name, location } = parseBy(SimulatedSite, request);
  const siteId = newId("site");
  await takingName(database.sql.query(insertSimulated, { site_id: siteId, name, location }));
  return { siteId, name, report: null };
}

/**
 * Adds a server as a site: checks and prepares it, and offers the plans there. If any of this fails, the site is not
 * added.
 */
async function addServer(
  database: Pick<Database, "sql">,
  { secrets }: Pick<Configuration, "secrets">,
  request: Requested,
  provider: string,
): Promise<SiteState> {
  const kind = kindOf(provider);
  const whole = { ...described, provider: z.string(), endpoint: kind.endpoint, ...kind.options.shape, ...certificates };
  const parsed = parseBy(z.strictObject(whole), request);
  const site = Served.parse(parsed);
  const siteId = newId("site");
  if (await isNameTaken(database, site.name)) throw nameTaken();
  const wanted: SiteServer = { siteId, endpoint: endpointOf(site), options: kind.options.parse(parsed) };
  const options = await asOperator((signal) => kind.completeOptions(wanted, signal));
  const report = await asOperator((signal) => kind.prepare({ ...wanted, options }, signal));
  const sealed = site.client_key === undefined ? null : new Sealer(secrets, SITE_KEYS).seal(site.client_key, siteId);
  const inserting = database.sql.query(insert, {
    site_id: siteId,
    name: site.name,
    location: site.location,
    provider: `${provider}:${siteId}`,
    endpoint: site.endpoint,
    client_certificate: site.client_cert,
    client_key_sealed: sealed,
    server_certificate: site.server_cert,
    options: JSON.stringify(options),
  });
  await takingName(inserting);
  await recordCapacity(database.sql, siteId, report);
  return { siteId, name: site.name, report };
}

/** @throws DomainError 400 when certificate, key and endpoint do not belong together */
function endpointOf(site: Served): ServerEndpoint {
  const { client_cert: certificate, client_key: key, server_cert: serverCertificate, endpoint } = site;
  if ((certificate === undefined) !== (key === undefined))
    throw invalidField("client_cert", "and client_key must be sent together");
  if (endpoint.startsWith("https:") && certificate === undefined)
    throw invalidField("client_cert", "is required for an https endpoint");
  const client = certificate === undefined || key === undefined ? {} : { client: { certificate, key } };
  return { url: endpoint, ...client, ...(serverCertificate === undefined ? {} : { serverCertificate }) };
}

const named = statement("site_named", "SELECT FROM site WHERE name = $name AND removed_at IS NULL");

async function isNameTaken({ sql }: Pick<Database, "sql">, name: string): Promise<boolean> {
  return (await sql.query(named, { name })).length > 0;
}

/** @throws DomainError 409 when another site has the name by now */
async function takingName(insertion: Promise<unknown>): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    if (violatedConstraint(error) === "site_name_key") throw nameTaken();
    throw error;
  }
}

function nameTaken() {
  return conflict("name_taken", "There is another site of this name; choose another name.");
}
