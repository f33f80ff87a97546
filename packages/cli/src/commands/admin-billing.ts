import { QuotaResource, type WalletRecord } from "@fulmar/contract";
import {
  listLedger,
  readQuotas,
  readWallet,
  resumeWallet,
  setQuota,
  setWallet,
  suspendWallet,
  topUpWallet,
  unsetQuota,
} from "@fulmar/core/operator";
import { command, parseWorkspace, UsageError } from "../program.ts";
import type { Answer } from "../render.ts";
import { answering } from "../run-command.ts";

const LEDGER_LIMIT = 100;

export const walletCommands = [
  command("show", "Show what an organization has, may owe, and whether it is suspended")
    .requiredOption("--organization <ID>", "the organization")
    .action(
      answering(async ({ database }, { organization }) => walletAnswer(await readWallet(database, organization))),
    ),
  command("top-up", "Add to what an organization has; a suspension by metering ends when that covers what was used")
    .requiredOption("--organization <ID>", "the organization")
    .requiredOption("--amount <DECIMAL>", "how much more it has, such as 50.00")
    .option(
      "--reference <TEXT>",
      "what it was for, such as the number of a payment; a second top-up of one reference is refused",
    )
    .action(
      answering(async ({ database }, { organization, amount, reference }) =>
        walletAnswer(await topUpWallet(database, { organizationId: organization, amount, reference })),
      ),
    ),
  command("set", "Say what an organization has and how much it may owe")
    .requiredOption("--organization <ID>", "the organization")
    .requiredOption("--balance <DECIMAL>", "what it has, such as 100.50; below nothing it is a debt")
    .requiredOption("--credit-limit <DECIMAL>", "what it may owe besides")
    .action(
      answering(async ({ database }, { organization, balance, creditLimit }) => {
        const wallet = await setWallet(database, { organizationId: organization, balance, creditLimit });
        return {
          organization_id: organization,
          balance: wallet.balance,
          credit_limit: wallet.creditLimit,
          currency: wallet.currency,
        };
      }),
    ),
  command("suspend", "Keep an organization from buying until it is resumed; what it has runs on, and is charged")
    .requiredOption("--organization <ID>", "the organization")
    .requiredOption("--reason <TEXT>", "why; its people read it in the console")
    .action(
      answering(async ({ database }, { organization, reason }) =>
        walletAnswer(await suspendWallet(database, { organizationId: organization, reason })),
      ),
    ),
  command("resume", "Let a suspended organization buy again")
    .requiredOption("--organization <ID>", "the organization")
    .action(
      answering(async ({ database }, { organization }) =>
        walletAnswer(await resumeWallet(database, { organizationId: organization })),
      ),
    ),
  command("ledger", `Show how an organization's balance came about: the newest ${LEDGER_LIMIT} entries`)
    .requiredOption("--organization <ID>", "the organization")
    .option("--cursor <CURSOR>", "where to go on, from the answer before")
    .action(
      answering(async ({ database }, { organization, cursor }) => {
        const { organization_id } = await readWallet(database, organization);
        const request = { organizationId: organization, limit: LEDGER_LIMIT, cursor };
        const { items, nextCursor } = await listLedger(database, request);
        return { organization_id, entries: items.map((entry) => ({ ...entry })), next_cursor: nextCursor };
      }),
    ),
];

export const quotaCommands = [
  command("list", "Show what can be limited in a workspace, its limits, and what is used")
    .requiredOption("--workspace <ID>", "the workspace")
    .action(
      answering(async ({ database }, { workspace }) => {
        const quotas = await readQuotas(database, parseWorkspace(workspace));
        return {
          workspace_id: workspace,
          quotas: quotas.map(({ resource, limit, used }) => ({
            resource,
            limit: limit === null ? null : String(limit),
            used: String(used),
          })),
        };
      }),
    ),
  command("set", "Limit how much of something a workspace may have; what it has beyond that stays")
    .requiredOption("--workspace <ID>", "the workspace")
    .requiredOption("--resource <RESOURCE>", `one of ${QuotaResource.options.join(", ")}`)
    .requiredOption("--limit <NUMBER>", "how many, or how many gigabytes")
    .action(
      answering(async ({ database }, { workspace, resource, limit }) => {
        if (!/^\d{1,10}$/.test(limit)) throw new UsageError("--limit must be a whole number, 0 or more.");
        await setQuota(database, { workspaceId: parseWorkspace(workspace), resource, limit: Number(limit) });
        return { workspace_id: workspace, resource, limit };
      }),
    ),
  command("unset", "Let a workspace have as much of something as it pays for")
    .requiredOption("--workspace <ID>", "the workspace")
    .requiredOption("--resource <RESOURCE>", "what is limited")
    .action(
      answering(async ({ database }, { workspace, resource }) => {
        await unsetQuota(database, { workspaceId: parseWorkspace(workspace), resource });
        return { workspace_id: workspace, resource, limit: null };
      }),
    ),
];

function walletAnswer({ suspension, ...wallet }: WalletRecord): Answer {
  return {
    ...wallet,
    suspended_at: suspension?.at ?? null,
    suspended_by: suspension?.by ?? null,
    suspended_reason: suspension?.reason ?? null,
  };
}
