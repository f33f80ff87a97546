import { randomBytes } from "node:crypto";
import type { Configuration } from "@fulmar/config";
import { ALL_SCOPES } from "@fulmar/contract";
import { createToken, isFullToken, revokeToken, seedDemo } from "@fulmar/core/operator";
import { type Database, statement } from "@fulmar/prisma";
import { type Credentials, credentialsPath, readCredentials, writeCredentials } from "./credentials-file.ts";

const findOwner = statement(
  "owner_find",
  `SELECT u.id, EXISTS (SELECT FROM member m WHERE m.user_id = u.id AND m.organization_id = $organization_id)
                AND EXISTS (SELECT FROM operator o WHERE o.user_id = u.id) AS complete
     FROM "user" u WHERE u.email = $email`,
);

const insertOwner = statement(
  "owner_insert",
  `INSERT INTO member (organization_id, user_id, role) VALUES ($organization_id, $user_id, 'owner')
       ON CONFLICT (organization_id, user_id) DO NOTHING`,
);

const insertOperator = statement(
  "development_operator",
  "INSERT INTO operator (user_id, role) VALUES ($user_id, 'operator') ON CONFLICT (user_id) DO NOTHING",
);

/**
 * Makes the user of the credentials an owner of Demo and an operator of the installation. If the password was lost with
 * the file, the user gets a new one.
 */
async function ensureOwner(
  database: Database,
  owner: {
    readonly organizationId: string;
    readonly email: string;
    readonly password: string;
    readonly passwordIsNew: boolean;
  },
): Promise<void> {
  const { organizationId, email, password, passwordIsNew } = owner;
  const user = await database.sql.maybe(findOwner, { email, organization_id: organizationId });
  if (user?.complete && !passwordIsNew) return;
  // better-auth loads slowly, and most starts do not need it.
  const { createUserWithPassword, setPassword } = await import("@fulmar/core/identity");
  await database.transaction(async (transaction) => {
    const userId = user?.id ?? (await createUserWithPassword(transaction, { email, name: "Demo", password }));
    if (user !== undefined && passwordIsNew) await setPassword(transaction, userId, password);
    await transaction.sql.query(insertOwner, { organization_id: organizationId, user_id: userId });
    await transaction.sql.query(insertOperator, { user_id: userId });
  });
}

const TOKEN_NAME = "Development";

/**
 * Keeps the token of the credentials if it still has full access. Otherwise creates a new one and revokes the earlier
 * ones.
 */
async function ensureToken(
  database: Database,
  request: {
    readonly organizationId: string;
    readonly environment: "development" | "production";
    readonly known: string | undefined;
  },
): Promise<string> {
  const { organizationId, environment, known } = request;
  if (known !== undefined && (await isFullToken(database, { value: known, organizationId, environment }))) return known;
  const lost = await database.prisma.apiToken.findMany({
    where: { organization_id: organizationId, name: TOKEN_NAME, created_by: null, revoked_at: null },
    select: { token_id: true },
  });
  for (const { token_id } of lost) await revokeToken(database, { tokenId: token_id });
  const { token } = await createToken(database, {
    organizationId,
    name: TOKEN_NAME,
    scopes: ALL_SCOPES,
    workspacePolicy: "entire_organization",
    workspaceIds: [],
    expiresAt: null,
    environment,
  });
  return token;
}

/**
 * Creates a developer's starting point, the organization Demo with its owner and a token, and writes the credentials
 * file. Keeps what still works and replaces what was lost.
 * @returns the path of the credentials
 */
export async function seedDevelopment(database: Database, configuration: Configuration): Promise<string> {
  const { organizationId, workspaceIds } = await seedDemo(database);
  const [workspaceId] = workspaceIds;
  if (workspaceId === undefined) throw new Error("the organization Demo has no workspace");
  const path = credentialsPath(configuration.dataDir);
  const known = readCredentials(path);
  const owner = {
    email: known?.email ?? "demo@example.com",
    password: known?.password ?? randomBytes(18).toString("base64url"),
  };
  await ensureOwner(database, { organizationId, ...owner, passwordIsNew: known === undefined });
  const credentials: Credentials = {
    api_url: `${configuration.publicApiUrl}/v1`,
    console_url: configuration.publicConsoleUrl,
    ...owner,
    token: await ensureToken(database, { organizationId, environment: configuration.environment, known: known?.token }),
    workspace_id: workspaceId,
    organization_id: organizationId,
  };
  writeCredentials(path, credentials);
  return path;
}
