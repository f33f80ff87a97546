import { mkdirSync, writeFileSync } from "node:fs";
import { databaseCrashDrill } from "./drills/database-crash.ts";
import type { Finding } from "./drills/finding.ts";
import { killWorkerDrill } from "./drills/kill-worker.ts";
import { oneKeyDrill } from "./drills/one-key.ts";
import { revokedTokenDrill } from "./drills/revoked-token.ts";
import { rollingRestartDrill } from "./drills/rolling-restart.ts";
import { Product } from "./product.ts";

/** Runs every drill on an installation of its own, prints what was done and found, writes results/drills.json. Exit code 1 when one fails. */
const findings: Finding[] = [];
for (const drill of [oneKeyDrill, revokedTokenDrill, killWorkerDrill, rollingRestartDrill, databaseCrashDrill]) {
  const product = await Product.install();
  try {
    const finding = await drill(product);
    console.log(`${finding.holds ? "holds" : "FAILS"}  ${finding.drill}: ${finding.found}`);
    findings.push(finding);
  } finally {
    await product.stop();
  }
}
const results = new URL("../results/", import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(new URL("drills.json", results), `${JSON.stringify(findings, null, 2)}\n`);
process.exitCode = findings.every((finding) => finding.holds) ? 0 : 1;
