import { execFile } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { clientPrograms, folderOfServer, startThrowawayDatabase } from "@fulmar/prisma/server";
import { until } from "@fulmar/testkit/stack";
import type { Product } from "../product.ts";
import { lostServerStory, onServer } from "../restore/lost-server.ts";
import { measured } from "../story.ts";
import type { Finding } from "./finding.ts";

const DRILL = "A base backup and archived WAL; the server is lost under load, and recovered to a moment";
/** How long a change may be in no archived file at most. */
const ARCHIVE_SECONDS = 5;

const run = promisify(execFile);

/** Point-in-time recovery by PostgreSQL's own means, as docs/restore.md has the commands. */
export async function pointInTimeDrill(product: Product): Promise<Finding> {
  const programs = await clientPrograms();
  if ("reason" in programs) return { drill: DRILL, found: `not tried: ${programs.reason}`, holds: true };
  const archive = folderOfServer();
  const folder = mkdtempSync(join(tmpdir(), "fulmar-base-backup-"));
  try {
    return { drill: DRILL, found: await recovered(product, join(folder, "base"), archive, programs.bin), holds: true };
  } finally {
    for (const made of [archive, folder]) rmSync(made, { recursive: true });
  }
}

async function recovered(product: Product, base: string, archive: string, bin: string): Promise<string> {
  const figures: string[] = [];
  let moment = "";
  const found = await lostServerStory(product, {
    // The system identifier and the oid of the database are the same as before.
    reasons: ["database_behind"],
    async prepare() {
      await startArchive(product, archive);
      const { url } = product.server;
      const { seconds } = await measured("a base backup", () =>
        run(join(bin, "pg_basebackup"), ["-D", base, "--checkpoint=fast", "-d", url]),
      );
      figures.push(`base backup ${seconds} s`);
    },
    async save({ database }) {
      const { rows } = await database.pool.query<{ moment: string }>("SELECT clock_timestamp()::text AS moment");
      moment = rows[0]?.moment ?? "";
    },
    beforeLoss: () => archivedUntilNow(product),
    async restore({ databaseUrl }) {
      figures.push(`${readdirSync(archive).length} files of WAL`);
      const fill = async (data: string) => {
        cpSync(base, data, { recursive: true });
        writeFileSync(join(data, "recovery.signal"), "");
        appendFileSync(join(data, "postgresql.auto.conf"), recoverySettings(archive, moment));
      };
      const { seconds, result: server } = await measured(`a recovery to ${moment}`, () =>
        startThrowawayDatabase({ restored: { of: databaseUrl, fill } }),
      );
      figures.push(`recovery ${seconds} s`);
      return product.on(onServer(databaseUrl, server.url), server.stop);
    },
  });
  return [...figures, found].join("; ");
}

function recoverySettings(archive: string, moment: string): string {
  return `restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${moment}'
recovery_target_action = 'promote'
`;
}

async function startArchive({ database }: Product, archive: string): Promise<void> {
  await database.pool.query(
    `ALTER SYSTEM SET archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.new && mv ${archive}/%f.new ${archive}/%f'`,
  );
  await database.pool.query(`ALTER SYSTEM SET archive_timeout = '${ARCHIVE_SECONDS}s'`);
  await database.pool.query("SELECT pg_reload_conf()");
}

/** Waits until all that was committed until now is in the archive. */
async function archivedUntilNow({ database: { pool } }: Product): Promise<void> {
  const { rows: current } = await pool.query<{ file: string }>("SELECT pg_walfile_name(pg_current_wal_lsn()) AS file");
  await until(
    "the archive to have what was committed",
    async () => (await pool.query<{ file: string }>("SELECT last_archived_wal AS file FROM pg_stat_archiver")).rows[0],
    (archived) => (archived?.file ?? "") >= (current[0]?.file ?? "~"),
  );
}
