// The sign-in provider, as operators see and set it (docs/adr/0131).
import type { Secrets } from "@fulmar/config";
import { OperatorSignInProvider, type SetSingleSignOn } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { z } from "zod";
import {
  accountProviderOf,
  checkSingleSignOn,
  openedSecret,
  readSignInProvider,
  type SignInCheck,
  sealClientSecret,
} from "../identity/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import type { InstallationContext } from "../request/installation-context.ts";
import { requireOperatorRole, requirePerson } from "./operators.ts";
import { requireOrganization } from "./organizations.ts";

// Changes wait for each other, so that a secret that is kept is that of the provider that is there.
const lock = statement(
  "operator_single_sign_on_lock",
  "SELECT pg_advisory_xact_lock(hashtext('installation_single_sign_on'))::text",
);

const write = statement(
  "operator_single_sign_on_set",
  `INSERT INTO installation_single_sign_on (issuer, client_id, client_secret_sealed, name, domains, organization_id, role,
                                            passwords_off)
   VALUES ($issuer, $client_id, $client_secret_sealed::bytea, $name, $domains::text[], $organization_id, $role,
           $passwords_off)
       ON CONFLICT (singleton) DO UPDATE
      SET issuer = excluded.issuer, client_id = excluded.client_id,
          client_secret_sealed = excluded.client_secret_sealed, name = excluded.name, domains = excluded.domains,
          organization_id = excluded.organization_id, role = excluded.role, passwords_off = excluded.passwords_off,
          updated_at = now()`,
);

const remove = statement("operator_single_sign_on_remove", "DELETE FROM installation_single_sign_on");

const signedIn = statement(
  "operator_signed_in_by_provider",
  `SELECT EXISTS (SELECT FROM operator o JOIN account a ON a.user_id = o.user_id
                   WHERE o.role = 'operator' AND a.provider_id = $provider) AS found`,
);

const shown = wireForm(OperatorSignInProvider.omit({ source: true, client_secret_set: true, role: true }));
const Role = OperatorSignInProvider.shape.role;

const NOTHING: OperatorSignInProvider = {
  ...{ source: "none", issuer: null, client_id: null, client_secret_set: false, name: null, domains: [] },
  ...{ organization_id: null, role: null, passwords_off: false, updated_at: null },
};

type Client = Pick<z.infer<typeof SetSingleSignOn>, "issuer" | "client_id" | "client_secret">;
type Context = Pick<InstallationContext, "sql" | "configuration">;

async function readOwn({ sql, configuration: { sso } }: Context): Promise<OperatorSignInProvider> {
  if (sso !== undefined)
    return {
      ...{ source: "host", issuer: sso.issuer, client_id: sso.clientId, client_secret_set: true, name: sso.name },
      ...{ domains: [...sso.domains], organization_id: sso.organizationId ?? null, role: sso.role },
      ...{ passwords_off: sso.only, updated_at: null },
    };
  const row = await readSignInProvider(sql);
  if (row === undefined) return NOTHING;
  const { client_secret_sealed: _, role, ...provider } = row;
  return { source: "settings", ...shown(provider), client_secret_set: true, role: Role.parse(role) };
}

/** @throws DomainError 409 where the environment of the processes names the provider */
function requireOpen({ configuration: { sso } }: Context): void {
  if (sso !== undefined)
    throw conflict("set_on_host", "Single sign-on is set on the host; change FULMAR_SSO_ISSUER there, or remove it.");
}

export const getSignInProvider: Handler<"operatorSingleSignOn.get"> = (context) => readOwn(context);

export const setSignInProvider: Handler<"operatorSingleSignOn.set"> = async (
  context,
  { client_secret, ...provider },
) => {
  requireOpen(context);
  requirePerson(context.operator, "sets no sign-in provider");
  const { sql, configuration } = context;
  const { issuer, client_id, organization_id, passwords_off } = provider;
  if (organization_id !== null) await requireJoined(sql, organization_id);
  // The provider is asked before the lock is taken.
  const problem = passwords_off ? (await checkWith(context, { issuer, client_id, client_secret })).problem : null;
  await sql.query(lock);
  const row = await readSignInProvider(sql);
  if (problem !== null && !(row?.issuer === issuer && (await isSignedInBy(sql, issuer))))
    throw conflict("provider_unproven", `Passwords stay on: ${problem}`);
  const isSame = row?.issuer === issuer && row.client_id === client_id;
  const client_secret_sealed =
    client_secret === undefined
      ? isSame && row.client_secret_sealed
      : sealClientSecret(configuration.secrets, issuer, client_secret);
  if (client_secret_sealed === false) throw secretMissing();
  await sql.query(write, { ...provider, domains: [...provider.domains], client_secret_sealed });
  return readOwn(context);
};

/** Tries what would be set. A read may write nothing, so nothing is kept of it. */
export const trySignInProvider: Handler<"operatorSingleSignOn.try"> = async (context, { name, ...client }) => {
  requireOpen(context);
  requirePerson(context.operator, "tries no sign-in provider");
  requireOperatorRole(context.operator, "tries no sign-in provider");
  if (client.organization_id !== null) await requireJoined(context.sql, client.organization_id);
  const { problem, unproven } = await checkWith(context, client);
  return { issuer: client.issuer, name, problem, unproven: [...unproven] };
};

/** @throws DomainError 400 where the secret is left out and none is kept for the issuer and the client */
async function checkWith(
  { sql, configuration: { secrets, publicConsoleUrl }, signal }: Context & Pick<InstallationContext, "signal">,
  { issuer, client_id, client_secret }: Client,
): Promise<SignInCheck> {
  const clientSecret = client_secret ?? (await keptSecret(sql, secrets, { issuer, client_id }));
  if (clientSecret === undefined) throw secretMissing();
  return checkSingleSignOn({ issuer, clientId: client_id, clientSecret }, { consoleUrl: publicConsoleUrl, signal });
}

async function keptSecret(
  sql: Sql,
  secrets: Secrets,
  { issuer, client_id }: Omit<Client, "client_secret">,
): Promise<string | undefined> {
  const row = await readSignInProvider(sql);
  if (row?.issuer !== issuer || row.client_id !== client_id) return undefined;
  return openedSecret(secrets, issuer, row.client_secret_sealed);
}

function secretMissing(): DomainError {
  return invalidField(
    "client_secret",
    "must be there: the one that is kept is of another issuer or client, or of none",
  );
}

async function isSignedInBy(sql: Sql, issuer: string): Promise<boolean> {
  return (await sql.one(signedIn, { provider: await accountProviderOf(sql, issuer) })).found;
}

/** @throws DomainError 400 */
async function requireJoined(sql: Sql, organization_id: string): Promise<void> {
  await requireOrganization(sql, organization_id).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    throw invalidField("organization_id", "must be the id of an organization that is there");
  });
}

export const removeSignInProvider: Handler<"operatorSingleSignOn.remove"> = async (context) => {
  requireOpen(context);
  requirePerson(context.operator, "removes no sign-in provider");
  await context.sql.query(lock);
  await context.sql.query(remove);
  return readOwn(context);
};
