import { hostname } from "node:os";
import { type Configuration, releaseVersion } from "@fulmar/config";
import type { Reconciler } from "@fulmar/engine";
import { type Database, statement } from "@fulmar/prisma";
import { findings } from "./findings.ts";
import type { StartUp } from "./start-up.ts";
import { withoutOwnSecrets } from "./without-secrets.ts";

const report = statement(
  "health_report_write",
  `INSERT INTO health_report (host, release, node, findings) VALUES ($host, $release, $node, $findings::jsonb)
       ON CONFLICT (singleton) DO UPDATE
      SET reported_at = now(), host = excluded.host, release = excluded.release, node = excluded.node,
          findings = excluded.findings`,
);

/**
 * Looks at the installation as `admin doctor` does, and keeps what it found for operators: requests have neither the
 * keys nor the connections that it takes.
 */
export const reportHealth: Reconciler<{
  readonly database: Database;
  readonly configuration: Configuration;
  readonly startUp: StartUp;
}> = {
  name: "report-health",
  everyMs: 60_000,
  async run({ database, configuration, startUp }, signal) {
    const found = await findings(database, configuration, startUp);
    signal.throwIfAborted();
    const told = found.map(({ check, state, sentence }) => ({
      check,
      state,
      sentence: withoutOwnSecrets(sentence, configuration),
    }));
    await database.sql.query(report, {
      host: hostname(),
      release: releaseVersion(),
      node: process.versions.node,
      findings: JSON.stringify(told),
    });
  },
};
