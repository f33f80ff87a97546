import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Major, postgresBinaries } from "./binaries.ts";
import { createCluster, databaseUrl, fillCluster, giveToServer } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { startServer } from "./postgres-server.ts";

export interface ThrowawayDatabase {
  /** The superuser's URL of the server's `postgres` database, from which other databases are created. */
  readonly url: string;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
  /** Kills the server by SIGKILL and deletes its files, as when its host is lost. `stop` then does nothing. */
  lose(): Promise<void>;
}

/** The files of a server that is restored: a base backup of another one. */
export interface RestoredFiles {
  /** The URL of the server of which they are; its logins are restored, too. */
  readonly of: string;
  /** Writes them into a new folder. */
  fill(folder: string): Promise<void>;
}

/**
 * The data does not outlive the test run, so nothing is flushed to disk, and little is kept of the log. CREATE and DROP
 * DATABASE wait for every session that is signing in, so a client that stops midway holds all tests up until it is cut. A
 * connection of a test runs a statement a few times, and its first five plans of each are a quarter of the server's time:
 * it makes the one that it would keep.
 */
const settings = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "400" },
  ...{ max_wal_size: "256MB", authentication_timeout: "10s", plan_cache_mode: "force_generic_plan" },
};

/** A folder in memory, of Linux. A database has a thousand files, which are made there in a tenth of the time. */
const MEMORY = "/dev/shm";
/** More than the databases of a test run have at a time. Containers often have less room there. */
const ROOM_BYTES = 3 * 1024 ** 3;

/**
 * Waits for the end of its input, which ends with the process that started it, then stops the server and deletes its
 * files. The server has stopped when its pid file is gone: in a container without an init its process may stay in the
 * list.
 */
const caretaker = `read -r _; kill -INT "$1"; i=0; while [ -e "$2/postmaster.pid" ] && [ $i -lt 600 ]; do i=$((i+1)); sleep 0.05; done; rm -rf "$3" "$4"`;

/**
 * A PostgreSQL server for tests and benchmarks. It stops with this process, even if that is killed.
 * @param inMemory keeps the files in memory if the system offers enough: for many small databases
 * @param major the version of the server. Otherwise FULMAR_TEST_POSTGRES names it, else it is the packaged one
 * @param syncs writes commits to the disk where they are synchronous, as for benchmarks of what must be durable
 * @param more settings of the server
 * @param restored files to start from, instead of those of a new server
 */
export async function startThrowawayDatabase({
  inMemory = false,
  syncs = false,
  major = testedMajor(),
  more = {},
  restored,
}: {
  inMemory?: boolean;
  syncs?: boolean;
  major?: Major | undefined;
  more?: Readonly<Record<string, string>>;
  restored?: RestoredFiles;
} = {}): Promise<ThrowawayDatabase> {
  const home = openFolder(inMemory && hasRoom(MEMORY) ? MEMORY : tmpdir());
  const folder = join(home, "data");
  const password = restored === undefined ? randomBytes(24).toString("base64url") : new URL(restored.of).password;
  const binaries = postgresBinaries(major);
  if (restored === undefined) createCluster(folder, password, binaries);
  else await fillCluster(folder, restored.fill, binaries);
  const chosen = { ...settings, ...(syncs && { fsync: "on" }), ...more };
  const server = await startServer(folder, await freePort(), chosen, join(home, "postgres.log"), binaries);
  const place = realpathSync(folder);
  const child = spawn("sh", ["-c", caretaker, "caretaker", String(server.pid), place, home, dirname(place)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  const gone = once(child, "exit");
  const stop = async () => {
    child.ref();
    child.stdin.end();
    await gone;
  };
  return {
    url: databaseUrl(server.port, password, "postgres"),
    stop,
    async lose() {
      process.kill(server.pid, "SIGKILL");
      // Its other processes notice the end of the first one, and may write until then.
      rmSync(place, { recursive: true, maxRetries: 20 });
      await stop();
    },
  };
}

/** A new folder in which the server may write, such as its archive. The caller removes it. */
export function folderOfServer(): string {
  const folder = openFolder(tmpdir());
  giveToServer(folder, postgresBinaries(testedMajor()));
  return folder;
}

function openFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "fulmar-postgres-"));
  chmodSync(folder, 0o711);
  return folder;
}

/** `npm run test-17` sets it, so that tests which start a server of their own start one of that version. */
function testedMajor(): Major | undefined {
  return process.env.FULMAR_TEST_POSTGRES === "17" ? 17 : undefined;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}
