import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { loadConfiguration } from "@fulmar/config";
import { ALL_SCOPES, type Method, type Scope } from "@fulmar/contract";
import { createCore, newId } from "@fulmar/core";
import { createToken, seedPlatform } from "@fulmar/core/operator";
import type { Database } from "@fulmar/prisma";
import { createTestDatabase } from "@fulmar/testkit";
import { pino } from "pino";
import { buildServer } from "../src/server.ts";

/** An organization with two workspaces, funds, and a token of every scope for all of it. */
export interface Tenant {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
  readonly token: string;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Text that is sent as it is, in place of `body`. */
  readonly rawBody?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly token?: string | null;
  readonly workspaceId?: string | null;
  /** The idempotency key; by default a new one for each POST and DELETE. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  readonly status: number;
  // A test reads the fields that it expects; what is absent fails its assertion.
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
  readonly body: any;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface Api {
  readonly database: Database;
  readonly databaseUrl: string;
  /** Acts for requests that name no token or workspace of their own. */
  readonly tenant: Tenant;
  /** Everything the server has logged so far. */
  readonly log: () => string;
  readonly request: (method: Method, path: string, options?: RequestOptions) => Promise<ApiResponse>;
  readonly createTenant: () => Promise<Tenant>;
  readonly createToken: (tenant: Tenant, options?: { scopes?: readonly Scope[]; workspaceIds?: readonly string[]; expiresAt?: Date }) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The real API on a database of the test's own: catalog seeded, requests injected, nothing mocked. */
export async function startApi(environment: Readonly<Record<string, string>> = {}): Promise<Api> {
  const { url, database, drop } = await createTestDatabase();
  await seedPlatform(database);
  const dataDir = mkdtempSync(join(tmpdir(), "fulmar-api-"));
  const configuration = loadConfiguration({
    DATABASE_URL: url,
    FULMAR_DATA_DIR: dataDir,
    FULMAR_RATE_LIMIT: "100000",
    FULMAR_RATE_BURST: "100000",
    ...environment,
  });
  let log = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const logger = pino({ level: "info" }, sink);
  const { core, close } = createCore({ database, configuration, logger });
  const server = await buildServer({ core, database, configuration, logger });

  const tokenFor: Api["createToken"] = async (tenant, { scopes = ALL_SCOPES, workspaceIds, expiresAt } = {}) => {
    const { token } = await createToken(database, {
      organizationId: tenant.organizationId,
      name: "test",
      scopes,
      workspacePolicy: workspaceIds === undefined ? "entire_organization" : "specific_workspaces",
      workspaceIds: (workspaceIds ?? []).map(BigInt),
      expiresAt: expiresAt ?? null,
      createdBy: null,
      environment: configuration.environment,
    });
    return token;
  };
  const createTenant = async (): Promise<Tenant> => {
    const organizationId = newId("org");
    await database.prisma.organization.create({ data: { organization_id: organizationId, name: "Test" } });
    await database.prisma.wallet.create({ data: { organization_id: organizationId, balance: "1000000", credit_limit: "0", currency: "USD" } });
    const [one, two] = await Promise.all(["one", "two"].map((name) => database.prisma.workspace.create({ data: { organization_id: organizationId, name } })));
    const tenant = { organizationId, workspaceId: String(one?.workspace_id), otherWorkspaceId: String(two?.workspace_id), token: "" };
    return { ...tenant, token: await tokenFor(tenant) };
  };
  const tenant = await createTenant();

  return {
    database,
    databaseUrl: url,
    tenant,
    log: () => log,
    createTenant,
    createToken: tokenFor,
    async request(method, path, options = {}) {
      const { body, rawBody, query, token = tenant.token, workspaceId = tenant.workspaceId, headers } = options;
      const key = options.key === undefined && (method === "POST" || method === "DELETE") ? randomUUID() : options.key;
      const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await server.inject({
        method,
        url: `/v1${path}`,
        query: { ...(workspaceId !== null && { workspace_id: workspaceId }), ...query },
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(typeof key === "string" && { "x-idempotency-key": key }),
          ...(payload !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
      });
      const flat = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, value === undefined ? undefined : String(value)]));
      return { status: response.statusCode, body: response.body === "" ? undefined : JSON.parse(response.body), text: response.body, headers: flat };
    },
    async close() {
      await server.close();
      await close();
      await drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
