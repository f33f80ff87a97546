import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Configuration, loadConfiguration } from "@fulmar/config";
import { ALL_SCOPES, type Method, type NewApiToken, type Scope, type TokenGuard } from "@fulmar/contract";
import { type Core, createCore, edgeDoor, newId, paymentDoor } from "@fulmar/core";
import { createToken, seedPlatform } from "@fulmar/core/operator";
import {
  answerSiteQuestions,
  createWorkerServices,
  type Questions,
  reconcilers,
  type WorkerServices,
} from "@fulmar/core/worker";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, recordedLog, type TestDatabase } from "@fulmar/testkit";
import type { InjectOptions } from "fastify";
import { pino } from "pino";
import { Metrics } from "../src/metrics.ts";
import { buildServer } from "../src/server.ts";
import type { TerminalLimits } from "../src/terminal/terminal-session.ts";

/** An organization with two workspaces, funds, and a token with every scope for all of it. */
export interface Tenant {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly otherWorkspaceId: string;
  readonly token: string;
}

/** The secret of the API and of its workers. */
export const SECRET = "a secret of tests, long enough to be one";
/** API and workers share the key, like processes of one installation. */
export const MASTER_KEY = "5ec2e7".padEnd(64, "0");

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly rawBody?: string | Buffer;
  /** A list value repeats the parameter. */
  readonly query?: Readonly<Record<string, string | string[]>>;
  readonly token?: string | null;
  readonly workspaceId?: string | null;
  /** The idempotency key; by default a new one for each POST and DELETE. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** By default a token of tests may do everything. */
export interface TokenOptions {
  readonly scopes?: readonly Scope[];
  readonly workspaceIds?: readonly string[];
  readonly expiresAt?: Date;
  readonly guard?: TokenGuard;
  readonly ceilings?: Partial<Ceilings>;
}

type Ceilings = Pick<NewApiToken, "max_deletions_per_hour" | "max_added_cost_per_hour" | "max_resources_per_hour">;

const NO_CEILINGS: Ceilings = {
  max_deletions_per_hour: null,
  max_added_cost_per_hour: null,
  max_resources_per_hour: null,
};

export interface ApiResponse {
  readonly status: number;
  // A test reads the fields that it expects; what is absent fails its assertion.
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
  readonly body: any;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface Api {
  readonly core: Core;
  /** As the owner. */
  readonly database: Database;
  /** The server's own: its login owns nothing. */
  readonly served: Database;
  readonly configuration: Configuration;
  readonly databaseUrl: string;
  /** The default tenant for requests without their own token or workspace. */
  readonly tenant: Tenant;
  /** The metrics of the process, which has them on a listener of its own. */
  readonly metrics: Metrics;
  /** Everything the server has logged so far. */
  readonly log: () => string;
  readonly request: (method: Method | "HEAD", path: string, options?: RequestOptions) => Promise<ApiResponse>;
  /** Sends a request unchanged. */
  readonly inject: (request: InjectOptions) => Promise<ApiResponse>;
  /** Also listens on 127.0.0.1, for tests that cannot inject requests. */
  readonly listen: (port?: number) => Promise<{ readonly port: number; readonly server: Server }>;
  /** Starts the part of a worker that answers what requests ask of sites, unless it runs already. */
  readonly answerQuestions: () => void;
  /** Runs a reconciler of a worker once. */
  readonly reconcile: (name: string) => Promise<void>;
  /** Signals the process to leave while it continues to serve. */
  readonly leave: () => void;
  readonly createTenant: () => Promise<Tenant>;
  readonly createToken: (tenant: Tenant, options?: TokenOptions) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** A database with an installation that has a tenant. */
export interface Ground extends TestDatabase {
  readonly tenant: Tenant;
}

interface StartOptions {
  readonly terminalLimits?: TerminalLimits;
  /** By default a new database and a new tenant. */
  readonly ground?: Ground;
}

/**
 * The real API on a test database: catalog seeded, requests injected, nothing mocked.
 * @param environment with DATABASE_URL, this is another process on that database
 */
export async function startApi(
  environment: Readonly<Record<string, string>> = {},
  { terminalLimits, ground }: StartOptions = {},
): Promise<Api> {
  const { url, database, drop } = ground ?? (await databaseOf(environment));
  const servedUrl = processUrl(url, "fulmar_request");
  const served = openDatabase(servedUrl);
  const dataDir = mkdtempSync(join(tmpdir(), "fulmar-api-"));
  const configuration = loadConfiguration({
    FULMAR_DATA_DIR: dataDir,
    // The same value in every process of an installation.
    FULMAR_SECRET: SECRET,
    FULMAR_MASTER_KEY: MASTER_KEY,
    FULMAR_PUBLIC_CDN_URL: "https://cdn.fulmar.example",
    FULMAR_RATE_LIMIT: "100000",
    FULMAR_RATE_BURST: "100000",
    FULMAR_FAILURE_BURST: "100000",
    // Most tests delete nothing concurrently, so deletions are refused at once.
    FULMAR_DEPENDENTS_WAIT_MS: "0",
    ...environment,
    DATABASE_URL: servedUrl,
  });
  const log = recordedLog();
  const logger = pino({ level: "trace" }, log.stream);
  const { core, close } = createCore({ database: served, configuration, logger });
  const leaving = new AbortController();
  const metrics = new Metrics({ database: served, logger });
  const edges = edgeDoor({ database: served, configuration, logger });
  const server = await buildServer({
    core,
    edges,
    payments: paymentDoor({ database: served, configuration }),
    database: served,
    configuration,
    logger,
    metrics,
    leaving: leaving.signal,
    ...(terminalLimits && { terminalLimits }),
  });

  const inject: Api["inject"] = async (request) => {
    const response = await server.inject(request);
    const { statusCode: status, body: text } = response;
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
    );
    const body: unknown =
      String(headers["content-type"]).startsWith("application/json") && text !== "" ? JSON.parse(text) : undefined;
    return { status, body, text, headers };
  };
  const tokens = ground === undefined ? [] : [ground.tenant.token];
  const tokenFor: Api["createToken"] = async (
    tenant,
    { scopes = ALL_SCOPES, workspaceIds, expiresAt, guard, ceilings } = {},
  ) => {
    const { token } = await createToken(database, {
      organizationId: tenant.organizationId,
      name: "test",
      scopes,
      workspacePolicy: workspaceIds === undefined ? "entire_organization" : "specific_workspaces",
      workspaceIds: (workspaceIds ?? []).map(BigInt),
      expiresAt: expiresAt ?? null,
      ...(guard !== undefined && { guard }),
      ...(ceilings !== undefined && { ceilings: { ...NO_CEILINGS, ...ceilings } }),
      environment: configuration.environment,
    });
    tokens.push(token);
    return token;
  };
  const createTenant = async (): Promise<Tenant> => {
    const organizationId = newId("org");
    // As SQL: Prisma's client takes a third of the processor time of a start, and many tests need none.
    const { pool } = database;
    await pool.query("INSERT INTO organization (organization_id, name) VALUES ($1, 'Test')", [organizationId]);
    await pool.query("INSERT INTO wallet (organization_id, balance, currency) VALUES ($1, 1000000, 'USD')", [
      organizationId,
    ]);
    // One after the other, so that the first has the lower id.
    const create = async (name: string) => {
      const { rows } = await pool.query<{ id: string }>(
        "INSERT INTO workspace (organization_id, name) VALUES ($1, $2) RETURNING workspace_id::text AS id",
        [organizationId, name],
      );
      return rows[0]?.id ?? "";
    };
    const workspaceId = await create("one");
    const tenant = { organizationId, workspaceId, otherWorkspaceId: await create("two"), token: "" };
    return { ...tenant, token: await tokenFor(tenant) };
  };
  const tenant = ground?.tenant ?? (await createTenant());
  let worker: WorkerServices | undefined;
  const workerServices = () => {
    worker ??= createWorkerServices(openDatabase(processUrl(url, "fulmar_worker"), { max: 4 }), configuration);
    return worker;
  };
  let questions: Questions | undefined;
  const answerQuestions = () => {
    questions ??= answerSiteQuestions(workerServices(), logger);
  };

  return {
    core,
    database,
    served,
    configuration,
    databaseUrl: url,
    metrics,
    tenant,
    log: log.text,
    async listen(port = 0) {
      await server.listen({ host: "127.0.0.1", port });
      const address = server.server.address();
      if (address === null || typeof address === "string") throw new Error("the server listens nowhere");
      return { port: address.port, server: server.server };
    },
    answerQuestions,
    async reconcile(name) {
      const reconciler = reconcilers.find((candidate) => candidate.name === name);
      if (reconciler === undefined) throw new Error(`there is no reconciler ${name}`);
      await reconciler.run(workerServices(), new AbortController().signal);
    },
    leave: () => leaving.abort(),
    createTenant,
    createToken: tokenFor,
    async request(method, path, options = {}) {
      const { body, rawBody, query, token = tenant.token, workspaceId = tenant.workspaceId, headers } = options;
      const key = options.key === undefined && (method === "POST" || method === "DELETE") ? randomUUID() : options.key;
      const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
      return inject({
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
    },
    inject,
    async close() {
      leaving.abort();
      await server.close();
      await edges.close();
      await questions?.stop();
      await worker?.close();
      await worker?.database.close();
      await close();
      await served.close();
      await drop();
      rmSync(dataDir, { recursive: true });
      if (tokens.some((token) => log.text().includes(token))) throw new Error("the log holds the value of a token");
    },
  };
}

/** The requests that one connection looks up at a time, twice (docs/adr/0027). */
const TOGETHER = 32;

/**
 * Does the work for each item, for many at a time. Requests that arrive together share the connection by which they are
 * looked up, which takes a third of the processor time of one after the other.
 */
export async function together<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let first = 0; first < items.length; first += TOGETHER)
    await Promise.all(items.slice(first, first + TOGETHER).map(work));
}

async function databaseOf(environment: Readonly<Record<string, string>>) {
  const { DATABASE_URL: url } = environment;
  if (url) {
    const database = openDatabase(url);
    return { url, database, drop: () => database.close() };
  }
  const own = await createTestDatabase();
  await seedPlatform(own.database, { environment: "development" });
  return own;
}

/** The cursor in a list's Link header; empty when there is no next page. */
export function nextCursor(response: ApiResponse): string {
  const url = /<([^>]+)>; rel="next"/.exec(response.headers.link ?? "")?.[1];
  return url === undefined ? "" : (new URL(url).searchParams.get("cursor") ?? "");
}
