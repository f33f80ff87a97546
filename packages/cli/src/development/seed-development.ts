import { randomBytes } from "node:crypto";
import type { Configuration } from "@fulmar/config";
import { seedDemo } from "@fulmar/core/operator";
import type { Database } from "@fulmar/prisma";
import { type Credentials, credentialsPath, readCredentials, writeCredentials } from "./credentials-file.ts";
import { ensureOwner } from "./ensure-owner.ts";
import { ensureToken } from "./ensure-token.ts";

/**
 * Makes what a developer begins with: the organization Demo, its owner and a token, and writes them down. What still
 * works stays; what was lost is made anew.
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
