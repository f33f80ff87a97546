import type { Configuration, Secrets } from "@fulmar/config";
import { Name } from "@fulmar/contract";
import { type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import { kindOf, PROVIDER_KINDS, type ProviderKind, type ServerEndpoint } from "@fulmar/providers";
import { z } from "zod";
import { conflict, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { parseBy } from "../request/parse-input.ts";
import { Sealer, SITE_KEYS } from "../request/sealing/sealed-value.ts";

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

const NAMED = `${SITE_PROVIDERS.slice(0, -1).join(", ")} or ${SITE_PROVIDERS.at(-1)}`;
const Provided = z.looseObject({ provider: z.enum(SITE_PROVIDERS, `must be ${NAMED}`) });

/** Added sites come after the built-in ones, in the order in which they were added. */
const FIRST_POSITION = 1_000;
/** Simulated ones come after all others, so that none is the default where there is a real one. */
const FIRST_SIMULATED_POSITION = 1_000_000;

/** Why a site is closed until its server is connected. */
const NOT_CONNECTED = "Its server is not connected yet.";

const insert = statement(
  "site_add",
  `WITH added AS (
     INSERT INTO site (site_id, name, location, provider, position, setup_state, closed_at, closed_reason)
     SELECT $site_id, $name, $location, $provider, greatest(${FIRST_POSITION}, max(position) + 1), $setup_state, now(),
            '${NOT_CONNECTED}'
       FROM site WHERE position < ${FIRST_SIMULATED_POSITION} RETURNING site_id
   )
   INSERT INTO site_connection (site_id, endpoint, options, client_certificate, client_key_sealed, server_certificate)
   SELECT site_id, $endpoint, $options::jsonb, $client_certificate, $client_key_sealed::bytea, $server_certificate
     FROM added`,
);

// Offers every plan there at once: one with GPUs is sold as long as a host has them. Images are imported one by one. What an operator closed meanwhile for
// another reason stays closed.
const connect = statement(
  "site_connect",
  `WITH connected AS (
     UPDATE site SET setup_state = NULL,
            closed_at = CASE WHEN closed_reason IS DISTINCT FROM '${NOT_CONNECTED}' THEN closed_at END,
            closed_reason = CASE WHEN closed_reason <> '${NOT_CONNECTED}' THEN closed_reason END
      WHERE site_id = $site_id AND setup_state IS NOT NULL AND removed_at IS NULL RETURNING site_id
   )
   UPDATE plan SET site_ids = site_ids || connected.site_id FROM connected
    WHERE NOT connected.site_id = ANY (plan.site_ids)`,
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

/** What somebody asks for: fields of the request, or options of the command. */
export type RequestedSite = Readonly<Record<string, string | undefined>>;

/** A site as it is asked for. A simulated one has no server. */
export interface NewSite {
  readonly siteId: string;
  readonly name: string;
  readonly location: string;
  /** Its name, such as `simulated:site_1`. */
  readonly provider: string;
  readonly served: {
    readonly kind: ProviderKind;
    readonly endpoint: ServerEndpoint;
    /** Those that were chosen. */
    readonly options: object;
  } | null;
}

/**
 * Reads what somebody asks for.
 * @param given.simulated says in production that machines that do not exist are meant
 * @throws DomainError 400 that names the field
 */
export function newSite(
  request: RequestedSite,
  { environment, simulated }: Pick<Configuration, "environment"> & { readonly simulated: boolean },
): NewSite {
  // An option that was not given is no option.
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const { provider } = parseBy(Provided, given);
  const siteId = newId("site");
  if (provider === "simulated") {
    if (environment === "production" && !simulated)
      throw invalidField(
        "provider",
        "makes machines that do not exist, for trials; add --simulated if you mean that (by the API: simulated)",
      );
    const { name, location } = parseBy(SimulatedSite, given);
    return { siteId, name, location, provider: `simulated:${siteId}`, served: null };
  }
  const kind = kindOf(provider);
  const whole = { ...described, provider: z.string(), endpoint: kind.endpoint, ...kind.options.shape, ...certificates };
  const parsed = parseBy(z.strictObject(whole), given);
  const site = Served.parse(parsed);
  const served = { kind, endpoint: endpointOf(site), options: kind.options.parse(parsed) };
  return { siteId, name: site.name, location: site.location, provider: `${provider}:${siteId}`, served };
}

/**
 * Writes a new site. One with a server is closed until `connectSite` has connected it.
 * @param setup_state `preparing` once the server may have been changed
 * @throws DomainError 409 when a site has that name
 */
export async function insertSite(
  sql: Sql,
  secrets: Secrets,
  { siteId, name, location, provider, served }: NewSite,
  setup_state: "new" | "preparing",
): Promise<void> {
  const row = { site_id: siteId, name, location };
  if (served === null) {
    await takingName(sql.query(insertSimulated, row));
    return;
  }
  const { url, client, serverCertificate } = served.endpoint;
  const inserting = sql.query(insert, {
    ...{ ...row, provider, setup_state, endpoint: url, options: JSON.stringify(served.options) },
    client_certificate: client?.certificate,
    client_key_sealed: client === undefined ? null : new Sealer(secrets, SITE_KEYS).seal(client.key, siteId),
    server_certificate: serverCertificate,
  });
  await takingName(inserting);
}

/** Opens a site whose server is connected, and sells the plans there. Repeatable. */
export async function openConnected(sql: Sql, siteId: string): Promise<void> {
  await sql.query(connect, { site_id: siteId });
}

/** @throws DomainError 400 when certificate, key and endpoint do not belong together */
function endpointOf(site: Served): ServerEndpoint {
  const { client_cert: certificate, client_key: key, server_cert: serverCertificate, endpoint } = site;
  if ((certificate === undefined) !== (key === undefined))
    throw invalidField("client_cert", "and client_key must be sent together");
  if (/^(https|tls):/.test(endpoint) && certificate === undefined)
    throw invalidField("client_cert", `is required for ${endpoint.startsWith("tls:") ? "a tls" : "an https"} endpoint`);
  // Authorities of the system sign for the whole world, and whoever holds one of their certificates is no host of a site.
  if (endpoint.startsWith("tls:") && serverCertificate === undefined)
    throw invalidField("server_cert", "is required for a tls endpoint: the certificate of the server's authority");
  const client = certificate === undefined || key === undefined ? {} : { client: { certificate, key } };
  return { url: endpoint, ...client, ...(serverCertificate === undefined ? {} : { serverCertificate }) };
}

const named = statement("site_named", "SELECT FROM site WHERE name = $name AND removed_at IS NULL");

/** @throws DomainError 409 */
export async function refuseTakenName(sql: Sql, name: string): Promise<void> {
  if ((await sql.query(named, { name })).length > 0) throw nameTaken();
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
