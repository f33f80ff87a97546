// `npm run drill`: runs the drills of packages/bench. That of an upgrade needs the sources of an earlier release.
import { parseArgs } from "node:util";
import { earlierSources } from "./deployed/earlier-release.mjs";
import { withThrowawayDatabase } from "./with-database.mjs";

/**
 * Returns the exit code.
 * @param args the names of drills; none: all. `--from` names the commit from which the drill `upgrade` upgrades; without
 * it, the commit before the newest migration
 */
export async function drill(args) {
  const { values, positionals: names } = parseArgs({
    args,
    options: { from: { type: "string" } },
    allowPositionals: true,
  });
  const upgrades = names.length === 0 || names.includes("upgrade");
  if (values.from !== undefined && !upgrades) throw new Error("--from is for the drill upgrade.");
  const env = upgrades ? { FULMAR_EARLIER_SOURCES: await earlierSources(values.from) } : {};
  return withThrowawayDatabase("packages/bench/src/drill.ts", names, env);
}
