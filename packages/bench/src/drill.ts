import { mkdirSync, writeFileSync } from "node:fs";
import { startThrowawayDatabase } from "@fulmar/prisma/server";
import { chosen } from "./chosen.ts";
import { backupDrill } from "./drills/backup.ts";
import { copiedDatabaseDrill } from "./drills/copied-database.ts";
import { createsDrill } from "./drills/creates.ts";
import { databaseCrashDrill } from "./drills/database-crash.ts";
import type { Finding } from "./drills/finding.ts";
import { fullDiskDrill } from "./drills/full-disk.ts";
import { killWorkerDrill } from "./drills/kill-worker.ts";
import { killedObjectStoreDrill } from "./drills/killed-object-store.ts";
import { oneKeyDrill } from "./drills/one-key.ts";
import { pointInTimeDrill } from "./drills/point-in-time.ts";
import { poolerCrashDrill } from "./drills/pooler-crash.ts";
import { restoredDatabaseDrill } from "./drills/restored-database.ts";
import { revokedTokenDrill } from "./drills/revoked-token.ts";
import { rollingRestartDrill } from "./drills/rolling-restart.ts";
import { rottenFilesDrill } from "./drills/rotten-files.ts";
import { sharedSitesDrill } from "./drills/shared-sites.ts";
import { slowSiteDrill } from "./drills/slow-site.ts";
import { stormDrill } from "./drills/storm.ts";
import { twoCellsDrill } from "./drills/two-cells.ts";
import { upgradeDrill } from "./drills/upgrade.ts";
import { webhooksDrill } from "./drills/webhooks.ts";
import { Product } from "./product.ts";

interface Drill {
  readonly run: (product: Product) => Promise<Finding>;
}

/** How the installation of a drill is set up. */
interface Setup {
  /** Whether the simulated site has its own database. */
  readonly ownSite?: boolean;
  /** Gives the installation's database a server of its own, with these settings. */
  readonly ownServer?: Readonly<Record<string, string>>;
  /** Variables of all its processes. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A drill that sets up its own installations. */
interface OwnDrill {
  readonly runOwn: () => Promise<Finding>;
}

const drills: Readonly<Record<string, (Drill & Setup) | OwnDrill>> = {
  "one-key": { run: oneKeyDrill },
  "revoked-token": { run: revokedTokenDrill },
  "kill-worker": { run: killWorkerDrill },
  "rolling-restart": { run: rollingRestartDrill },
  "database-crash": { run: databaseCrashDrill },
  "pooler-crash": { run: poolerCrashDrill },
  storm: { run: stormDrill },
  creates: { run: createsDrill },
  "slow-site": { run: slowSiteDrill },
  "shared-sites": { run: sharedSitesDrill },
  "killed-object-store": { run: killedObjectStoreDrill },
  "full-disk": { run: fullDiskDrill },
  "rotten-files": { run: rottenFilesDrill },
  webhooks: { run: webhooksDrill, variables: { FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" } },
  "restored-database": { run: restoredDatabaseDrill, ownSite: true },
  "copied-database": { run: copiedDatabaseDrill, ownSite: true },
  backup: { run: backupDrill, ownSite: true, ownServer: {} },
  "point-in-time": { run: pointInTimeDrill, ownSite: true, ownServer: { archive_mode: "on" } },
  "two-cells": { runOwn: twoCellsDrill },
  upgrade: { runOwn: upgradeDrill },
};

/**
 * Runs all drills or the named ones, each on its own installation, and prints what was done and found. A run of all
 * drills is written to results/drills.json. Exit code 1 when one fails.
 */
const names = process.argv.slice(2);
const findings: Finding[] = [];
for (const drill of chosen(drills, names)) {
  const finding = await ("runOwn" in drill ? drill.runOwn() : runInstalled(drill));
  console.log(`${finding.holds ? "holds" : "FAILS"}  ${finding.drill}: ${finding.found}`);
  findings.push(finding);
}
if (names.length === 0) {
  const results = new URL("../results/", import.meta.url);
  mkdirSync(results, { recursive: true });
  writeFileSync(new URL("drills.json", results), `${JSON.stringify(findings, null, 2)}\n`);
}

async function runInstalled({ run, ownSite = false, ownServer, variables = {} }: Drill & Setup): Promise<Finding> {
  const server = ownServer && (await startThrowawayDatabase({ more: ownServer }));
  const product = await Product.install({ ownSite, variables, server });
  try {
    return await run(product);
  } finally {
    await product.stop();
  }
}

process.exitCode = findings.every((finding) => finding.holds) ? 0 : 1;
