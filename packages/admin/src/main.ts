import { CommanderError } from "@commander-js/extra-typings";
import { backup, restore } from "./commands/admin-backup.ts";
import { quotaCommands, walletCommands } from "./commands/admin-billing.ts";
import { bucketCommands } from "./commands/admin-buckets.ts";
import { cellCommands } from "./commands/admin-cells.ts";
import { dnsCommands } from "./commands/admin-dns.ts";
import { doctor } from "./commands/admin-doctor.ts";
import { edgeCommands } from "./commands/admin-edges.ts";
import { imageCommands } from "./commands/admin-image.ts";
import { masterKeyCommands } from "./commands/admin-master-key.ts";
import { objectStoreCommands } from "./commands/admin-object-store.ts";
import { regionCommands } from "./commands/admin-regions.ts";
import { secretCommands } from "./commands/admin-secret.ts";
import { addressCommands, siteCommands } from "./commands/admin-sites.ts";
import { organizationCommands, workspaceCommands } from "./commands/admin-tenancy.ts";
import { tokenCommands } from "./commands/admin-tokens.ts";
import { unknownResourceCommands } from "./commands/admin-unknown-resources.ts";
import { setupToken, userCommands } from "./commands/admin-users.ts";
import { why } from "./commands/admin-why.ts";
import { migrate } from "./commands/migrate.ts";
import { seed } from "./commands/seed.ts";
import { group } from "./program.ts";
import { failureSentence } from "./run-command.ts";

const admin = group("admin", [
  group("organization", organizationCommands),
  group("workspace", workspaceCommands),
  group("token", tokenCommands),
  group("user", userCommands),
  group("wallet", walletCommands),
  group("quota", quotaCommands),
  group("address", addressCommands),
  group("master-key", masterKeyCommands),
  group("secret", secretCommands),
  group("site", [...siteCommands, ...unknownResourceCommands]),
  group("region", regionCommands),
  group("bucket", bucketCommands),
  group("cell", cellCommands),
  group("edge", edgeCommands),
  group("dns", dnsCommands),
  group("object-store", objectStoreCommands),
  group("image", imageCommands),
  backup,
  restore,
  setupToken,
  doctor,
  why,
]);

try {
  await group("fulmar", [admin, migrate, seed]).option("--json").parseAsync();
} catch (error) {
  // Commander throws after it has printed help.
  if (!(error instanceof CommanderError && error.exitCode === 0)) {
    process.stderr.write(`${failureSentence(error)}\n`);
    process.exitCode = 1;
  }
}
