import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientPrograms, startThrowawayDatabase } from "@fulmar/prisma/server";
import type { Product } from "../product.ts";
import { lostServerStory, onServer } from "../restore/lost-server.ts";
import { fulmar, measured } from "../story.ts";
import type { Finding } from "./finding.ts";

const DRILL = "A backup under load; database server and keys are lost under load, and restored";
const PASSPHRASE = "a passphrase of the drill";

/** `fulmar admin backup` while VMs are created, and `fulmar admin restore` into an empty server when all is lost. */
export async function backupDrill(product: Product): Promise<Finding> {
  const programs = await clientPrograms();
  if ("reason" in programs) return { drill: DRILL, found: `not tried: ${programs.reason}`, holds: true };
  const folder = mkdtempSync(join(tmpdir(), "fulmar-backup-drill-"));
  try {
    return { drill: DRILL, found: await backedUp(product, folder, programs.bin), holds: true };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function backedUp(product: Product, folder: string, bin: string): Promise<string> {
  const [backup, keys, passphrase] = [join(folder, "backup"), join(folder, "keys"), join(folder, "passphrase")];
  writeFileSync(passphrase, `${PASSPHRASE}\n`);
  const operator = (environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    fulmar(
      { environment: { ...environment, FULMAR_POSTGRES_BIN: bin } },
      ...["admin", ...args, "--passphrase-file", passphrase],
    );
  const figures: string[] = [];
  const found = await lostServerStory(product, {
    reasons: ["database_copied", "database_behind"],
    async save({ environment }) {
      const { seconds } = await measured("a backup under load", () => operator(environment, "backup", "--to", backup));
      figures.push(`backup ${seconds} s, ${megabytes(backup)} MB`);
    },
    async restore({ databaseUrl, dataDir }) {
      for (const name of ["secret", "master-key"]) rmSync(join(dataDir, name));
      const server = await startThrowawayDatabase();
      const restored = product.on(onServer(databaseUrl, server.url), server.stop);
      const { seconds } = await measured("a restore into an empty server", () =>
        operator(restored.restoring, "restore", "--from", backup, "--keys-to", keys),
      );
      cpSync(keys, dataDir, { recursive: true });
      figures.push(`restore ${seconds} s`);
      return restored;
    },
  });
  return [...figures, found].join("; ");
}

function megabytes(folder: string): string {
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return (bytes / 1e6).toFixed(1);
}
