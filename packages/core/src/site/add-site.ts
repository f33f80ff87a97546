import type { Configuration } from "@fulmar/config";
import { Name } from "@fulmar/contract";
import { type Database, statement } from "@fulmar/prisma";
import { type LxdSiteOptions, prepareSite, siteNetwork } from "@fulmar/providers";
import { z } from "zod";
import { violatedConstraint } from "../kernel/database-error.ts";
import { conflict, invalidField } from "../kernel/domain-error.ts";
import { newId } from "../kernel/identifiers.ts";
import { parseBy } from "../kernel/parse-input.ts";
import { Sealer } from "../kernel/sealed-value.ts";
import { SITE_KEYS } from "../kernel/site-providers.ts";
import { asOperator } from "./as-operator.ts";
import { recordCapacity } from "./record-capacity.ts";
import type { SiteState } from "./site-state.ts";

/** What an operator says of a new site. Certificates and the key are PEM. */
export interface NewSite {
  readonly name: string;
  readonly location: string;
  readonly provider: string;
  readonly endpoint: string;
  readonly project: string;
  readonly storagePool: string;
  /** Undefined: a network is made for the site. */
  readonly network: string | undefined;
  readonly instanceType: string;
  readonly clientCertificate: string | undefined;
  readonly clientKey: string | undefined;
  readonly serverCertificate: string | undefined;
}

const NewSite = z.strictObject({
  name: Name,
  location: z.string().min(1).max(200),
  provider: z.literal("lxd", "must be lxd"),
  endpoint: z.string().regex(/^(unix:\/\/\/.+|https:\/\/.+)$/, "must begin with unix:/// or https://"),
  project: z.string().regex(/^[A-Za-z0-9._-]{1,63}$/, "must be the name of a project"),
  storagePool: z.string().regex(/^[A-Za-z0-9._-]{1,63}$/, "must be the name of a storage pool"),
  network: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,15}$/, "must be the name of a network")
    .optional(),
  instanceType: z.enum(["container", "virtual-machine"]),
  clientCertificate: z.string().optional(),
  clientKey: z.string().optional(),
  serverCertificate: z.string().optional(),
});

/** Behind what every installation has, in the order in which sites are added. */
const FIRST_POSITION = 1_000;

// Every plan that needs no GPU can be had there at once; images are imported one by one.
const insert = statement(
  "site_add",
  `WITH added AS (
     INSERT INTO site (site_id, name, location, provider, position)
     SELECT $1, $2, $3, 'lxd:' || $1, greatest(${FIRST_POSITION}, max(position) + 1) FROM site RETURNING site_id
   ), connected AS (
     INSERT INTO site_connection (site_id, endpoint, project, storage_pool, network, instance_type, client_certificate, client_key_sealed, server_certificate)
     SELECT site_id, $4, $5, $6, $7, $8, $9, $10::bytea, $11 FROM added
   )
   UPDATE plan SET site_ids = site_ids || added.site_id FROM added WHERE plan.gpu_count = 0`,
);

/**
 * Makes a site of an LXD or Incus server: looks whether it is fit, makes project and network there where they are missing, and offers the
 * plans there. Where it fails, the site is not added.
 * @throws DomainError 400 that names the option, 409 when a site has that name, 503 with what the server said
 */
export async function addSite(database: Pick<Database, "sql">, { secret }: Pick<Configuration, "secret">, request: NewSite): Promise<SiteState> {
  const { network, clientCertificate, clientKey, serverCertificate, ...site } = parseBy(NewSite, request);
  if ((clientCertificate === undefined) !== (clientKey === undefined)) throw invalidField("client-cert", "and client-key come together");
  if (site.endpoint.startsWith("https:") && clientCertificate === undefined) throw invalidField("client-cert", "is needed for an https endpoint");
  const siteId = newId("site");
  const options: LxdSiteOptions = {
    endpoint: {
      url: site.endpoint,
      ...(clientCertificate === undefined || clientKey === undefined ? {} : { client: { certificate: clientCertificate, key: clientKey } }),
      ...(serverCertificate === undefined ? {} : { serverCertificate }),
    },
    project: site.project,
    siteId,
    pool: site.storagePool,
    network: network ?? siteNetwork(siteId),
    instanceType: site.instanceType,
  };
  if (await isNameTaken(database, site.name)) throw nameTaken();
  const report = await asOperator((signal) => prepareSite(options, signal));
  const sealed = clientKey === undefined ? null : new Sealer(secret, SITE_KEYS).seal(clientKey, siteId);
  try {
    const place = [siteId, site.name, site.location, site.endpoint, site.project, site.storagePool, options.network, site.instanceType];
    await database.sql.query(insert, [...place, clientCertificate ?? null, sealed, serverCertificate ?? null]);
  } catch (error) {
    if (violatedConstraint(error) === "site_name_key") throw nameTaken();
    throw error;
  }
  await recordCapacity(database.sql, siteId, report);
  return { siteId, name: site.name, report };
}

const named = statement("site_named", "SELECT FROM site WHERE name = $1");

async function isNameTaken({ sql }: Pick<Database, "sql">, name: string): Promise<boolean> {
  return (await sql.query(named, [name])).length > 0;
}

function nameTaken() {
  return conflict("name_taken", "There is another site of this name; choose another name.");
}
