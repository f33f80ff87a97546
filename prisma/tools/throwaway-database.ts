import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, realpathSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Major, postgresBinaries } from "./binaries.ts";
import { createCluster, databaseUrl } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { startServer } from "./postgres-server.ts";

export interface ThrowawayDatabase {
  /** The superuser's URL of the server's `postgres` database, from which other databases are created. */
  readonly url: string;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/**
 * The data does not outlive the test run, so nothing is flushed to disk, and little is kept of the log. CREATE and DROP
 * DATABASE wait for every session that is signing in, so a client that stops midway holds all tests up until it is cut.
 */
const settings = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "400" },
  ...{ max_wal_size: "256MB", authentication_timeout: "10s" },
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
 */
export async function startThrowawayDatabase({
  inMemory = false,
  syncs = false,
  major = testedMajor(),
}: {
  inMemory?: boolean;
  syncs?: boolean;
  major?: Major | undefined;
} = {}): Promise<ThrowawayDatabase> {
  const home = mkdtempSync(join(inMemory && hasRoom(MEMORY) ? MEMORY : tmpdir(), "fulmar-postgres-"));
  chmodSync(home, 0o711);
  const folder = join(home, "data");
  const password = randomBytes(24).toString("base64url");
  const binaries = postgresBinaries(major);
  createCluster(folder, password, binaries);
  const chosen = { ...settings, ...(syncs && { fsync: "on" }) };
  const server = await startServer(folder, await freePort(), chosen, join(home, "postgres.log"), binaries);
  const place = realpathSync(folder);
  const child = spawn("sh", ["-c", caretaker, "caretaker", String(server.pid), place, home, dirname(place)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  return {
    url: databaseUrl(server.port, password, "postgres"),
    stop: () =>
      new Promise((resolve) => {
        child.ref();
        child.once("exit", () => resolve());
        child.stdin.end();
      }),
  };
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
