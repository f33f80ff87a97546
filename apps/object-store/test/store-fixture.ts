import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { type Configuration, loadConfiguration } from "@fulmar/config";
import {
  ALL_SCOPES,
  type ChangePlan,
  CreatedAccessKey,
  ObjectVersion,
  type OperationById,
  type OperationId,
  type OperationInput,
  type OperationOutput,
  StoredObject,
} from "@fulmar/contract";
import { createCore, DomainError, newId } from "@fulmar/core";
import { createToken, readScrubReport, seedPlatform } from "@fulmar/core/operator";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl, recordedLog } from "@fulmar/testkit";
import { pino } from "pino";
import { afterAll, expect } from "vitest";
import { z } from "zod";
import { buildObjectStore } from "../src/server.ts";

const SECRET = "a secret of tests, long enough to be one";
/** Sweeps files without a row at once, because the test has no concurrent writers. */
export const NOW = { orphanMs: 0, freedSeconds: 0 };

export interface Tenant {
  readonly workspaceId: string;
  readonly token: string;
}
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface StoreOptions {
  readonly idleMs?: number;
  /** Variables besides those of every test. */
  readonly environment?: Readonly<Record<string, string>>;
}

export type StoreFixture = Awaited<ReturnType<typeof startStore>>;

/** The store for the tests of a file, with an access key and a client for all its buckets. It ends with them. */
export async function storeOfFile(options: StoreOptions = {}) {
  const fixture = await startStore(options);
  afterAll(() => fixture.close());
  const credentials = await fixture.key();
  return { fixture, credentials, s3: fixture.client(credentials) };
}

/** The real object store on a test database and folder, with the public API's core beside it. */
async function startStore({ idleMs, environment: more = {} }: StoreOptions = {}) {
  const { url, database, drop } = await createTestDatabase();
  await seedPlatform(database, { environment: "development" });
  const dataDir = mkdtempSync(join(tmpdir(), "fulmar-objects-"));
  const servedUrl = processUrl(url, "fulmar_request");
  const served = openDatabase(servedUrl);
  const environment = {
    DATABASE_URL: servedUrl,
    FULMAR_DATA_DIR: dataDir,
    FULMAR_SECRET: SECRET,
    FULMAR_MASTER_KEY: "5ec2e7".padEnd(64, "0"),
    ...more,
  };
  const configuration = loadConfiguration(environment);
  const log = recordedLog();
  const logger = pino({ level: "trace" }, log.stream);
  const leaving = new AbortController();
  const store = await buildObjectStore({
    database: served,
    configuration,
    logger,
    leaving: leaving.signal,
    transfersMs: 200,
    ...(idleMs !== undefined && { idleMs }),
  });
  await new Promise<void>((resolve) => store.server.listen(0, "127.0.0.1", resolve));
  const { port } = store.server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const { core, close } = createCore({
    database: served,
    configuration: { ...configuration, publicObjectStoreUrl: endpoint } satisfies Configuration,
    logger,
  });
  const clients: S3Client[] = [];
  const tenant = await createTenant(database);

  /** Runs an operation of the public API like its REST route. @throws DomainError */
  async function api<Id extends OperationId>(
    id: Id,
    input: OperationInput<OperationById<Id>>,
    as = tenant,
  ): Promise<OperationOutput<OperationById<Id>>> {
    return perform(id, { kind: "bearer", authorization: `Bearer ${as.token}` }, as, input);
  }

  async function perform<Id extends OperationId>(
    id: Id,
    credentials: Parameters<typeof core.execute>[1],
    as: Tenant,
    input: OperationInput<OperationById<Id>>,
  ): Promise<OperationOutput<OperationById<Id>>> {
    return JSON.parse((await execute(id, credentials, as, input)).body);
  }

  function execute<Id extends OperationId>(
    id: Id,
    credentials: Parameters<typeof core.execute>[1],
    { workspaceId }: Tenant,
    input: OperationInput<OperationById<Id>>,
    sourceIp?: string,
  ) {
    const envelope = {
      requestId: randomUUID(),
      sourceIp,
      idempotencyKey: randomUUID(),
      signal: new AbortController().signal,
    };
    return core.execute(id, credentials, flatOf(workspaceId, input), envelope);
  }

  return {
    ...{ database, databaseUrl: url, dataDir, endpoint, port, tenant, environment, configuration, api, store, core },
    log: log.text,
    /** Runs an operation as the console does for a session of the user `user_url`. */
    console: <Id extends OperationId>(id: Id, input: OperationInput<OperationById<Id>>, sessionId: string) =>
      perform(id, { kind: "session", userId: "user_url", sessionId }, tenant, input),
    /** Asks what a change would do. */
    async plan<Id extends OperationId>(id: Id, input: OperationInput<OperationById<Id>>): Promise<ChangePlan> {
      const credentials = { kind: "bearer", authorization: `Bearer ${tenant.token}` } as const;
      const envelope = {
        requestId: randomUUID(),
        sourceIp: undefined,
        signal: new AbortController().signal,
        idempotencyKey: undefined,
      };
      const { body } = await core.executePlan(id, credentials, flatOf(tenant.workspaceId, input), envelope);
      return JSON.parse(body);
    },
    leave: () => leaving.abort(),
    createTenant: () => createTenant(database),
    /** A page of a bucket's objects from the public API. */
    async list(input: OperationInput<OperationById<"object.list">>): Promise<readonly StoredObject[]> {
      const items: unknown = await api("object.list", input);
      return z.array(StoredObject).parse(items);
    },
    /** A page of a bucket's objects, and the cursor of the next one. */
    async page(input: OperationInput<OperationById<"object.list">>) {
      const credentials = { kind: "bearer", authorization: `Bearer ${tenant.token}` } as const;
      const { body, nextCursor } = await execute("object.list", credentials, tenant, input);
      return { items: z.array(StoredObject).parse(JSON.parse(body)), next: nextCursor };
    },
    /** A page of versions from the public API. */
    async versions(input: OperationInput<OperationById<"objectVersion.list">>) {
      const credentials = { kind: "bearer", authorization: `Bearer ${tenant.token}` } as const;
      const { body, nextCursor } = await execute("objectVersion.list", credentials, tenant, input);
      return { items: z.array(ObjectVersion).parse(JSON.parse(body)), nextCursor };
    },
    /** Creates a bucket and returns its name. */
    async bucket(options: Partial<OperationInput<OperationById<"bucket.create">>> = {}, as = tenant): Promise<string> {
      const name = `bucket-${randomUUID().slice(0, 8)}`;
      await api("bucket.create", { name, region: "eu-central-1", ...options }, as);
      return name;
    },
    async key(
      options: Partial<OperationInput<OperationById<"accessKey.create">>> = {},
      as = tenant,
    ): Promise<Credentials> {
      const made = await api("accessKey.create", { name: randomUUID(), permission: "read_write", ...options }, as);
      return { accessKeyId: made.access_key_id, secretAccessKey: made.secret_access_key };
    },
    /** A key that a token makes in a request from an address. */
    async keyFrom(sourceIp: string, as: Tenant): Promise<Credentials> {
      const credentials = { kind: "bearer", authorization: `Bearer ${as.token}` } as const;
      const input = { name: randomUUID(), permission: "read_write" } as const;
      const { body } = await execute("accessKey.create", credentials, as, input, sourceIp);
      const made = CreatedAccessKey.parse(JSON.parse(body));
      return { accessKeyId: made.access_key_id, secretAccessKey: made.secret_access_key };
    },
    client(credentials: Credentials, options: ConstructorParameters<typeof S3Client>[0] = {}): S3Client {
      const client = new S3Client({
        endpoint,
        region: "eu-central-1",
        forcePathStyle: true,
        credentials,
        maxAttempts: 1,
        ...options,
      });
      clients.push(client);
      return client;
    },
    /** Compares the bucket's reported counts with its rows. */
    async expectTrue(bucketName: string): Promise<{ object_count: number; total_size: number }> {
      const { rows } = await database.pool.query<{ counted: readonly string[]; there: readonly string[] }>(
        `SELECT (SELECT ARRAY[coalesce(sum(object_count), 0), coalesce(sum(total_size), 0),
                              coalesce(sum(parts_size), 0), coalesce(sum(metadata_size), 0)]
                   FROM bucket_usage WHERE bucket_id = b.bucket_id) AS counted,
                (SELECT ARRAY[count(*) FILTER (WHERE is_object), coalesce(sum(size), 0), coalesce(sum(parts), 0),
                              coalesce(sum(described), 0)] FROM (
                   SELECT true AS is_object, size, 0 AS parts,
                          description_bytes(key, content_type, headers, metadata, tags) AS described
                     FROM object WHERE bucket_id = b.bucket_id
                    UNION ALL
                   SELECT NOT is_marker, size, 0, description_bytes(key, content_type, headers, metadata, tags)
                     FROM object_version WHERE bucket_id = b.bucket_id
                    UNION ALL SELECT false, 0, (SELECT coalesce(sum(size), 0) FROM multipart_part p
                                                 WHERE p.upload_id = u.upload_id),
                          description_bytes(key, content_type, headers, metadata, tags)
                     FROM multipart_upload u WHERE bucket_id = b.bucket_id) o) AS there
           FROM bucket b WHERE b.name = $1`,
        [bucketName],
      );
      const [row] = rows;
      expect(row?.counted).toEqual(row?.there);
      return { object_count: Number(row?.counted[0]), total_size: Number(row?.counted[1]) };
    },
    /** Sweeps, then expects the files on disk to be exactly those that rows name. */
    async expectSwept() {
      await store.sweep(NOW);
      const { rows } = await database.pool.query<{ id: string }>(
        `SELECT unnest(file_ids) AS id FROM object UNION ALL SELECT unnest(file_ids) FROM object_version UNION ALL
           SELECT file_id FROM multipart_part ORDER BY 1`,
      );
      expect(filesOf(dataDir)).toEqual({ incoming: [], files: rows.map(({ id }) => id) });
    },
    /** Rereads all files, then reads what was found as the operator does. */
    async scrubbed() {
      await store.scrub({ everyDays: 0, strayMs: 0 });
      return readScrubReport(database, 100);
    },
    async close() {
      for (const client of clients) client.destroy();
      store.server.closeAllConnections();
      await store.close();
      await close();
      await served.close();
      await drop();
      rmSync(dataDir, { recursive: true });
      if (log.text().includes("secret")) throw new Error("the log holds a secret");
    },
  };
}

/** The file names below the folder of objects. */
export function filesOf(dataDir: string): { incoming: string[]; files: string[] } {
  const inFolder = (name: string) =>
    readdirSync(join(dataDir, "objects", name), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();
  return { incoming: inFolder("incoming"), files: inFolder("files") };
}

/** The code and the status of an S3 refusal. */
export async function refusal(sent: Promise<unknown>): Promise<string> {
  try {
    await sent;
  } catch (error) {
    if (error instanceof S3ServiceException) return `${error.$metadata.httpStatusCode} ${error.name}`;
    if (error instanceof DomainError) return `${error.status} ${error.code}`;
    throw error;
  }
  return "no refusal";
}

async function createTenant(database: Database): Promise<Tenant> {
  const organizationId = newId("org");
  await database.prisma.organization.create({ data: { organization_id: organizationId, name: "Test" } });
  await database.prisma.wallet.create({
    data: { organization_id: organizationId, balance: "1000000", credit_limit: "0", currency: "USD" },
  });
  const { workspace_id } = await database.prisma.workspace.create({
    data: { organization_id: organizationId, name: "one" },
  });
  const { token } = await createToken(database, {
    ...{ organizationId, name: "test", scopes: ALL_SCOPES, workspacePolicy: "entire_organization", workspaceIds: [] },
    ...{ expiresAt: null, environment: "development" },
  });
  return { workspaceId: String(workspace_id), token };
}

/** The input of a call of an operation in a workspace. */
function flatOf(workspace_id: string, input: unknown): Record<string, unknown> {
  return { workspace_id, ...(input as Record<string, unknown>) };
}
