import { QuotaResource, type WalletRecord } from "@fulmar/contract";
import {
  listLedger,
  readDefaultQuotas,
  readQuotas,
  readWallet,
  resumeWallet,
  setDefaultQuota,
  setQuota,
  setWallet,
  suspendWallet,
  topUpWallet,
  unsetQuota,
} from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command, parseWorkspace, UsageError } from "../program.ts";
import type { Answer } from "../render.ts";

const LEDGER_LIMIT = 100;

export const walletCommands = ({ answering }: Actions) => [
  command("show", "Show an organization's balance and credit limit, and whether it is suspended")
    .requiredOption("--organization <ID>", "the organization")
    .action(
      answering(async ({ database }, { organization }) => walletAnswer(await readWallet(database, organization))),
    ),
  command("top-up", "Add to an organization's balance; a suspension by metering ends when the balance covers the usage")
    .requiredOption("--organization <ID>", "the organization")
    .requiredOption("--amount <DECIMAL>", "the amount to add, such as 50.00")
    .option(
      "--reference <TEXT>",
      "the reason, such as the number of a payment; a second top-up with the same reference is refused",
    )
    .action(
      answering(async ({ database }, { organization, amount, reference }) =>
        walletAnswer(await topUpWallet(database, { organizationId: organization, amount, reference })),
      ),
    ),
  command("set", "Set an organization's balance and credit limit")
    .requiredOption("--organization <ID>", "the organization")
    .requiredOption("--balance <DECIMAL>", "the balance, such as 100.50; a negative balance is a debt")
    .requiredOption("--credit-limit <DECIMAL>", "how much it may owe")
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
  command(
    "suspend",
    "Keep an organization from buying until it is resumed; its VMs run on for a grace, and are charged",
  )
    .requiredOption("--organization <ID>", "the organization")
    .requiredOption("--reason <TEXT>", "the reason, which its members see in the console")
    .action(
      answering(async ({ database }, { organization, reason }) =>
        walletAnswer(await suspendWallet(database, { organizationId: organization, reason })),
      ),
    ),
  command("resume", "Let a suspended organization buy again; what dunning would suspend it for is postponed")
    .requiredOption("--organization <ID>", "the organization")
    .action(
      answering(async ({ database }, { organization }) =>
        walletAnswer(await resumeWallet(database, { organizationId: organization })),
      ),
    ),
  command("ledger", `Show the ledger of an organization: the newest ${LEDGER_LIMIT} entries`)
    .requiredOption("--organization <ID>", "the organization")
    .option("--cursor <CURSOR>", "the cursor from the previous answer")
    .action(
      answering(async ({ database }, { organization, cursor }) => {
        const { organization_id } = await readWallet(database, organization);
        const request = { organizationId: organization, limit: LEDGER_LIMIT, cursor };
        const { items, nextCursor } = await listLedger(database, request);
        return { organization_id, entries: items.map((entry) => ({ ...entry })), next_cursor: nextCursor };
      }),
    ),
];

export const quotaCommands = ({ answering }: Actions) => [
  command("list", "Show a workspace's quotas, and how much of each is used")
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
  command("set", "Set a quota of a workspace; resources beyond it stay")
    .requiredOption("--workspace <ID>", "the workspace")
    .requiredOption("--resource <RESOURCE>", `one of ${QuotaResource.options.join(", ")}`)
    .requiredOption("--limit <NUMBER>", "the number, or the number of gigabytes")
    .action(
      answering(async ({ database }, { workspace, resource, limit }) => {
        if (!/^\d{1,10}$/.test(limit)) throw new UsageError("--limit must be a whole number, 0 or more.");
        await setQuota(database, { workspaceId: parseWorkspace(workspace), resource, limit: Number(limit) });
        return { workspace_id: workspace, resource, limit };
      }),
    ),
  command("default-list", "Show the quotas of the class that new organizations are of").action(
    answering(async ({ database }) => {
      const quotas = await readDefaultQuotas(database);
      return {
        quotas: quotas.map(({ resource, limit }) => ({ resource, limit: limit === null ? null : String(limit) })),
      };
    }),
  ),
  command(
    "default-set",
    "Set a quota of the class that new organizations are of; its workspaces follow, but for quotas of their own",
  )
    .requiredOption("--resource <RESOURCE>", `one of ${QuotaResource.options.join(", ")}`)
    .requiredOption("--limit <NUMBER>", "the number, or the number of gigabytes; none for no limit")
    .action(
      answering(async ({ database }, { resource, limit }) => {
        if (!/^(none|\d{1,10})$/.test(limit))
          throw new UsageError("--limit must be a whole number, 0 or more, or none.");
        await setDefaultQuota(database, { resource, limit: limit === "none" ? null : Number(limit) });
        return { resource, limit: limit === "none" ? null : limit };
      }),
    ),
  command("unset", "Remove a quota of a workspace")
    .requiredOption("--workspace <ID>", "the workspace")
    .requiredOption("--resource <RESOURCE>", "the quota")
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
