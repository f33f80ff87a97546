import type { Command } from "../command.ts";
import { createOrganizationCommand } from "./create-organization.ts";
import { createTokenCommand } from "./create-token.ts";
import { createWorkspaceCommand } from "./create-workspace.ts";
import { revokeTokenCommand } from "./revoke-token.ts";
import { seedCommand } from "./seed.ts";
import { setWalletCommand } from "./set-wallet.ts";

export const allCommands: readonly Command[] = [
  createOrganizationCommand,
  createWorkspaceCommand,
  createTokenCommand,
  revokeTokenCommand,
  setWalletCommand,
  seedCommand,
];
