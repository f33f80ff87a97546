import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { ProcessRole } from "../src/grants.ts";
import { postgresBinaries } from "./binaries.ts";
import { createCluster, databaseUrl } from "./cluster.ts";
import { tryLock } from "./file-lock.ts";
import { freePort } from "./free-port.ts";
import { findServer, startServer, stopServer } from "./postgres-server.ts";
import { isServing } from "./server-process.ts";

export interface EmbeddedDatabase {
  /** As the owner, the server's superuser. */
  readonly url: string;
  /** The URL of a process, whose login has grants only. */
  processUrl(role: ProcessRole): string;
  /** False after the server's process has ended. */
  isRunning(): boolean;
  /** Ends this use. The last user stops the server. */
  release(): Promise<void>;
}

const Access = z.object({ port: z.int(), password: z.string() });
type Access = z.infer<typeof Access>;

/**
 * Uses the PostgreSQL server of a data folder. Starts it, or joins a running one, even one that a killed launcher
 * started. Users hold a shared lock. Only a single user with the exclusive lock starts or stops the server.
 */
export async function joinEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const folder = join(dataDir, "postgres");
  const lockFile = join(dataDir, "postgres.lock");
  for (const end = Date.now() + 90_000; Date.now() < end; await delay(20)) {
    const alone = tryLock(lockFile, "exclusive");
    if (alone !== undefined) {
      try {
        await ensureRunning(dataDir, folder);
      } finally {
        alone.release();
      }
    }
    const use = tryLock(lockFile, "shared");
    const server = use && (await findServer(folder));
    if (use === undefined || server === undefined) {
      use?.release();
      continue;
    }
    const { password } = readAccess(dataDir);
    const url = databaseUrl(server.port, password, "fulmar");
    return {
      url,
      processUrl(role) {
        const login = new URL(url);
        login.username = `${role}_process`;
        // Nobody can find the owner's password from this one.
        login.password = createHmac("sha256", password).update(role).digest("base64url");
        return login.href;
      },
      isRunning: () => isServing(folder, server),
      async release() {
        use.release();
        const last = tryLock(lockFile, "exclusive");
        if (last === undefined) return;
        try {
          await stopServer(folder, server);
        } finally {
          last.release();
        }
      },
    };
  }
  throw new Error(`The embedded PostgreSQL of ${dataDir} does not answer: see ${join(dataDir, "postgres.log")}.`);
}

async function ensureRunning(dataDir: string, folder: string): Promise<void> {
  if ((await findServer(folder)) !== undefined) return;
  const binaries = postgresBinaries();
  if (!existsSync(join(folder, "PG_VERSION"))) {
    const password = randomBytes(24).toString("base64url");
    writeAccess(dataDir, { port: await freePort(), password });
    createCluster(folder, password, binaries);
  }
  const log = join(dataDir, "postgres.log");
  for (const end = Date.now() + 10_000; ; await delay(100)) {
    const { port, password } = readAccess(dataDir);
    try {
      await startServer(folder, port, {}, log, binaries);
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      // Another program may have taken the port meanwhile. After a kill -9, connections of the old server take a moment
      // to end.
      if (/address already in use/i.test(reason)) writeAccess(dataDir, { port: await freePort(), password });
      else if (!/shared memory block is still in use/i.test(reason)) throw error;
      if (Date.now() > end) throw error;
    }
  }
}

function accessFile(dataDir: string): string {
  return join(dataDir, "postgres.json");
}

function readAccess(dataDir: string): Access {
  return Access.parse(JSON.parse(readFileSync(accessFile(dataDir), "utf8")));
}

function writeAccess(dataDir: string, access: Access): void {
  const fresh = `${accessFile(dataDir)}.new`;
  writeFileSync(fresh, JSON.stringify(access), { mode: 0o600 });
  renameSync(fresh, accessFile(dataDir));
}
