import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Actions, actionsIn, failureSentence, type Surroundings } from "./actions.ts";
import { backup, restore } from "./commands/admin-backup.ts";
import { quotaCommands, walletCommands } from "./commands/admin-billing.ts";
import { bucketCommands } from "./commands/admin-buckets.ts";
import { catalogCommands } from "./commands/admin-catalog.ts";
import { cellCommands } from "./commands/admin-cells.ts";
import { dnsCommands } from "./commands/admin-dns.ts";
import { doctor } from "./commands/admin-doctor.ts";
import { edgeCommands } from "./commands/admin-edges.ts";
import { gpuCommands } from "./commands/admin-gpu.ts";
import { hostCommands } from "./commands/admin-hosts.ts";
import { imageCommands } from "./commands/admin-image.ts";
import { masterKeyCommands } from "./commands/admin-master-key.ts";
import { objectStoreCommands } from "./commands/admin-object-store.ts";
import { regionCommands } from "./commands/admin-regions.ts";
import { secretCommands } from "./commands/admin-secret.ts";
import { addressCommands, siteCommands } from "./commands/admin-sites.ts";
import { organizationCommands, workspaceCommands } from "./commands/admin-tenancy.ts";
import { tokenCommands } from "./commands/admin-tokens.ts";
import { unknownResourceCommands } from "./commands/admin-unknown-resources.ts";
import { operatorCommands, setupToken, userCommands } from "./commands/admin-users.ts";
import { why } from "./commands/admin-why.ts";
import { migrate } from "./commands/migrate.ts";
import { seed } from "./commands/seed.ts";
import { group, writeHelpBy } from "./program.ts";

export type { Surroundings } from "./actions.ts";

/**
 * Runs one command. When it has ended, it has nothing open.
 * @param argv the words after the program's name
 * @returns the exit code; a command that fails has written one sentence to `err`
 */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err } = surroundings;
  const actions = actionsIn(surroundings);
  // Commander keeps the options of a call in the commands, so every call has its own.
  const program = createProgram(actions);
  writeHelpBy((text) => out.write(text), program);
  try {
    await program.parseAsync(argv, { from: "user" });
    return actions.exitCode();
  } catch (error) {
    // Commander throws after it has printed help.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    err.write(`${failureSentence(error)}\n`);
    return 1;
  }
}

function createProgram(actions: Actions): CommandUnknownOpts {
  const admin = group("admin", [
    group("organization", organizationCommands(actions)),
    group("workspace", workspaceCommands(actions)),
    group("token", tokenCommands(actions)),
    group("user", userCommands(actions)),
    group("operator", operatorCommands(actions)),
    group("wallet", walletCommands(actions)),
    group("quota", quotaCommands(actions)),
    group("address", addressCommands(actions)),
    group("master-key", masterKeyCommands(actions)),
    group("secret", secretCommands(actions)),
    group("site", [...siteCommands(actions), ...unknownResourceCommands(actions)]),
    group("host", hostCommands(actions)),
    group("gpu", gpuCommands(actions)),
    group("region", regionCommands(actions)),
    group("bucket", bucketCommands(actions)),
    group("cell", cellCommands(actions)),
    group("edge", edgeCommands(actions)),
    group("dns", dnsCommands(actions)),
    group("object-store", objectStoreCommands(actions)),
    group("catalog", catalogCommands(actions)),
    group("image", imageCommands(actions)),
    backup(actions),
    restore(actions),
    setupToken(actions),
    doctor(actions),
    why(actions),
  ]);
  return group("fulmar", [admin, migrate(actions), seed(actions)]).option("--json");
}
