// The sign-in provider: as the environment says, or else as operators have set it (docs/adr/0131).
import type { Configuration, Secrets, SingleSignOn } from "@fulmar/config";
import { SIGN_ON_ROLES } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { z } from "zod";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { CLIENT_SECRET, Sealer } from "../request/sealing/sealed-value.ts";
import { withoutEnd } from "./check-single-sign-on.ts";

/** The provider of the accounts of the first issuer, as better-auth keeps it. */
const FIRST = "oidc";

const read = lookup(
  "sign_in_provider",
  `SELECT issuer, client_id, client_secret_sealed, name, domains, organization_id, role, passwords_off, updated_at
     FROM installation_single_sign_on`,
);

const batch = statement(
  "sign_in_provider_sealed",
  `SELECT issuer AS id, client_secret_sealed AS sealed FROM installation_single_sign_on
    WHERE issuer > $after ORDER BY issuer`,
);

const replace = statement(
  "sign_in_provider_reseal",
  `UPDATE installation_single_sign_on s SET client_secret_sealed = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE s.issuer = u.id AND s.client_secret_sealed = u.former RETURNING s.issuer`,
);

export type SignOnConfiguration = Pick<Configuration, "secrets"> & Partial<Pick<Configuration, "sso" | "passwordsOn">>;

// The host had its provider before operators could set one, so what is there belongs to it.
const recordFirst = statement(
  "sso_record_first_issuer",
  `INSERT INTO first_issuer (issuer)
   SELECT CASE WHEN $of_host::bool OR NOT EXISTS (SELECT FROM account WHERE provider_id = '${FIRST}') THEN $issuer END
       ON CONFLICT (singleton) DO NOTHING`,
);

const readFirst = lookup("sso_first_issuer", "SELECT issuer FROM first_issuer");

const Role = z.enum(SIGN_ON_ROLES);

/** A client secret opens for its own issuer alone: whoever writes to the database sends it nowhere else. */
const sealerOf = (secrets: Secrets) => new Sealer(secrets, CLIENT_SECRET);

export function sealClientSecret(secrets: Secrets, issuer: string, secret: string): Buffer {
  return sealerOf(secrets).seal(secret, issuer);
}

/**
 * What the accounts of an issuer have as their provider. An id of a user means somebody else at another issuer, so no
 * account is found by the id alone.
 */
export async function accountProviderOf(sql: Sql, issuer: string): Promise<string> {
  const own = withoutEnd(issuer);
  return (await sql.maybe(readFirst))?.issuer === own ? FIRST : `${FIRST}:${own}`;
}

/** Remembers the issuer of the first sign-in. @param ofHost whether the environment names it */
export async function recordFirstIssuer(sql: Sql, issuer: string, ofHost: boolean): Promise<void> {
  if ((await sql.maybe(readFirst)) === undefined)
    await sql.query(recordFirst, { issuer: withoutEnd(issuer), of_host: ofHost });
}

/** The row that operators have set. */
export function readSignInProvider(sql: Sql): Promise<RowOf<typeof read> | undefined> {
  return sql.maybe(read);
}

/**
 * The sign-in provider of now. Where the environment names it, nothing is read.
 * @returns undefined if there is none, or if no secret of the installation opens its own: passwords are taken then
 */
export async function currentSingleSignOn(
  sql: Sql,
  { sso, secrets, passwordsOn = false }: SignOnConfiguration,
): Promise<SingleSignOn | undefined> {
  if (sso !== undefined) return sso;
  const row = await readSignInProvider(sql);
  if (row === undefined) return undefined;
  const { issuer, client_id, client_secret_sealed, name, domains, organization_id, role, passwords_off } = row;
  const clientSecret = openedSecret(secrets, issuer, client_secret_sealed);
  if (clientSecret === undefined) return undefined;
  return {
    ...{ issuer, clientId: client_id, clientSecret },
    ...{ name, domains, organizationId: organization_id ?? undefined, role: Role.parse(role) },
    only: passwords_off && !passwordsOn,
  };
}

/** @returns undefined if no secret of the installation opens it */
export function openedSecret(secrets: Secrets, issuer: string, sealed: Uint8Array): string | undefined {
  try {
    return sealerOf(secrets).open(sealed, issuer);
  } catch {
    return undefined;
  }
}

/** Seals the client secret with the first secret, if it is sealed with another. @returns how many it sealed again */
export function resealClientSecret(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOf(secrets), {
    batch: (after) => sql.query(batch, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
