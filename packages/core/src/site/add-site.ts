import type { Configuration } from "@fulmar/config";
import { Name } from "@fulmar/contract";
import { type Database, statement, violatedConstraint } from "@fulmar/prisma";
import { bestInstanceType, type LxdSiteOptions, prepareSite, siteNetwork } from "@fulmar/providers";
import { z } from "zod";
import { conflict, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { Sealer, SITE_KEYS } from "../request/sealed-value.ts";
import { asOperator } from "./operated-site.ts";
import { recordCapacity } from "./site-capacity.ts";
import type { SiteState } from "./sites.ts";

const name = z.string().regex(/^[A-Za-z0-9._-]{1,63}$/, "must be a name on the server");
/** The name of a Linux network interface. */
const network = z.string().regex(/^[A-Za-z0-9._-]{1,15}$/, "must be the name of a network on the server");

const described = { name: Name, location: z.string().min(1).max(200) };

/** The options of a new site on a server. Certificates and the key are PEM. Without a network, one is created for the site. With an
 * uplink, networks use OVN, which a cluster needs.
 */
const LxdSite = z.strictObject({
  ...described,
  provider: z.literal("lxd"),
  endpoint: z.string().regex(/^(unix:\/\/\/.+|https:\/\/.+)$/, "must begin with unix:/// or https://"),
  project: name,
  storage_pool: name,
  network: network.optional(),
  uplink: network.optional(),
  instance_type: z.enum(["container", "virtual-machine"], "must be container or virtual-machine").optional(),
  client_cert: z.string().optional(),
  client_key: z.string().optional(),
  server_cert: z.string().optional(),
});
type LxdSite = z.infer<typeof LxdSite>;

const SimulatedSite = z.strictObject({ ...described, provider: z.literal("simulated") });

const Provided = z.looseObject({ provider: z.enum(["lxd", "simulated"], "must be lxd or simulated") });

/** Added sites come after the built-in ones, in the order in which they were added. */
const FIRST_POSITION = 1_000;
/** Simulated ones come after all others, so that none is the default where there is a real one. */
const FIRST_SIMULATED_POSITION = 1_000_000;

// Offers every plan without a GPU there at once. Images are imported one by one.
const insert = statement(
  "site_add",
  `WITH added AS (
     INSERT INTO site (site_id, name, location, provider, position)
     SELECT $site_id, $name, $location, 'lxd:' || $site_id, greatest(${FIRST_POSITION}, max(position) + 1) FROM site
      WHERE position < ${FIRST_SIMULATED_POSITION} RETURNING site_id
   ), connected AS (
     INSERT INTO site_connection (site_id, endpoint, project, storage_pool, network, instance_type, client_certificate,
                                  client_key_sealed, server_certificate, uplink)
     SELECT site_id, $endpoint, $project, $storage_pool, $network, $instance_type, $client_certificate,
            $client_key_sealed::bytea, $server_certificate, $uplink FROM added
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
   ), booted AS (UPDATE image SET site_ids = site_ids || added.site_id FROM added)
   UPDATE plan SET site_ids = site_ids || added.site_id FROM added WHERE plan.gpu_count = 0`,
);

type Requested = Readonly<Partial<Record<keyof LxdSite, string | undefined>>>;

/**
 * Adds a site: an LXD or Incus server, or a simulated one, which is a world of its own.
 * @returns the site, with what its server reports
 * @throws DomainError 400 that names the option, 409 when a site has that name, 503 with the server's message
 */
export async function addSite(
  database: Pick<Database, "sql">,
  configuration: Pick<Configuration, "secrets">,
  request: Requested,
): Promise<Omit<SiteState, "report"> & { readonly report: SiteState["report"] | null }> {
  const { provider } = parseBy(Provided, request);
  return provider === "lxd" ? addServer(database, configuration, request) : addSimulated(database, request);
}

async function addSimulated(database: Pick<Database, "sql">, request: Requested) {
  // An option that was not given is no option.
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const { name, location } = parseBy(SimulatedSite, given);
  const siteId = newId("site");
  await takingName(database.sql.query(insertSimulated, { site_id: siteId, name, location }));
  return { siteId, name, report: null };
}

/**
 * Adds an LXD or Incus server as a site: checks the server, creates project and network if they are missing, and offers
 * the plans there. Its instances are virtual machines where the server runs them, unless the request says otherwise.
 * If any of this fails, the site is not added.
 */
async function addServer(
  database: Pick<Database, "sql">,
  { secrets }: Pick<Configuration, "secrets">,
  request: Requested,
): Promise<SiteState> {
  const site = parseBy(LxdSite, request);
  const siteId = newId("site");
  if (await isNameTaken(database, site.name)) throw nameTaken();
  const connection = connectionTo(site);
  const instanceType =
    site.instance_type ?? (await asOperator((signal) => bestInstanceType(connection, site.project, signal)));
  const options = optionsOf(siteId, site, connection, instanceType);
  const report = await asOperator((signal) => prepareSite(options, signal));
  const sealed = site.client_key === undefined ? null : new Sealer(secrets, SITE_KEYS).seal(site.client_key, siteId);
  const inserting = database.sql.query(insert, {
    site_id: siteId,
    name: site.name,
    location: site.location,
    endpoint: site.endpoint,
    project: site.project,
    storage_pool: site.storage_pool,
    network: options.network,
    instance_type: instanceType,
    client_certificate: site.client_cert ?? null,
    client_key_sealed: sealed,
    server_certificate: site.server_cert ?? null,
    uplink: site.uplink ?? null,
  });
  await takingName(inserting);
  await recordCapacity(database.sql, siteId, report);
  return { siteId, name: site.name, report };
}

/** @throws DomainError 400 when certificate, key and endpoint do not belong together */
function connectionTo(site: LxdSite): LxdSiteOptions["endpoint"] {
  const { client_cert: certificate, client_key: key, server_cert: serverCertificate, endpoint } = site;
  if ((certificate === undefined) !== (key === undefined))
    throw invalidField("client_cert", "and client_key must be sent together");
  if (endpoint.startsWith("https:") && certificate === undefined)
    throw invalidField("client_cert", "is required for an https endpoint");
  const client = certificate === undefined || key === undefined ? {} : { client: { certificate, key } };
  return { url: endpoint, ...client, ...(serverCertificate === undefined ? {} : { serverCertificate }) };
}

function optionsOf(
  siteId: string,
  site: LxdSite,
  endpoint: LxdSiteOptions["endpoint"],
  instanceType: LxdSiteOptions["instanceType"],
): LxdSiteOptions {
  return {
    endpoint,
    project: site.project,
    siteId,
    pool: site.storage_pool,
    network: site.network ?? siteNetwork(siteId),
    uplink: site.uplink,
    instanceType,
  };
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
