import type { Command } from "../command.ts";
import { addPublicRangeCommand } from "./add-public-range.ts";
import { addSiteCommand } from "./add-site.ts";
import { adoptResourcesCommand } from "./adopt-resources.ts";
import { checkSiteCommand } from "./check-site.ts";
import { createOrganizationCommand } from "./create-organization.ts";
import { createTokenCommand } from "./create-token.ts";
import { createWorkspaceCommand } from "./create-workspace.ts";
import { discardResourceCommand } from "./discard-resource.ts";
import { exportBackupCommand } from "./export-backup.ts";
import { importImageCommand } from "./import-image.ts";
import { listQuotasCommand } from "./list-quotas.ts";
import { listSitesCommand } from "./list-sites.ts";
import { listUnknownCommand } from "./list-unknown.ts";
import { masterKeyStatusCommand } from "./master-key-status.ts";
import { removeMasterKeyCommand } from "./remove-master-key.ts";
import { removeSiteCommand } from "./remove-site.ts";
import { renewSiteCommand } from "./renew-site.ts";
import { resumeSiteCommand } from "./resume-site.ts";
import { resumeWalletCommand } from "./resume-wallet.ts";
import { revokeTokenCommand } from "./revoke-token.ts";
import { rotateMasterKeyCommand } from "./rotate-master-key.ts";
import { rotateTokenCommand } from "./rotate-token.ts";
import { seedCommand } from "./seed.ts";
import { setQuotaCommand } from "./set-quota.ts";
import { setWalletCommand } from "./set-wallet.ts";
import { showLedgerCommand } from "./show-ledger.ts";
import { showWalletCommand } from "./show-wallet.ts";
import { suspendWalletCommand } from "./suspend-wallet.ts";
import { topUpWalletCommand } from "./top-up-wallet.ts";
import { unsetQuotaCommand } from "./unset-quota.ts";

export const allCommands: readonly Command[] = [
  createOrganizationCommand,
  createWorkspaceCommand,
  createTokenCommand,
  rotateTokenCommand,
  revokeTokenCommand,
  showWalletCommand,
  topUpWalletCommand,
  setWalletCommand,
  suspendWalletCommand,
  resumeWalletCommand,
  showLedgerCommand,
  listQuotasCommand,
  setQuotaCommand,
  unsetQuotaCommand,
  addPublicRangeCommand,
  masterKeyStatusCommand,
  rotateMasterKeyCommand,
  removeMasterKeyCommand,
  listSitesCommand,
  addSiteCommand,
  checkSiteCommand,
  renewSiteCommand,
  removeSiteCommand,
  listUnknownCommand,
  resumeSiteCommand,
  adoptResourcesCommand,
  discardResourceCommand,
  importImageCommand,
  exportBackupCommand,
  seedCommand,
];
