import { z } from "zod";
import { OrganizationId } from "../console/organization.ts";
import { LedgerEntryRecord, WalletRecord } from "../console/wallet.ts";
import { defineOperation } from "../declaration/operation.ts";
import { WALLET_READER_ROLES } from "../declaration/roles.ts";
import { pageQuery } from "../values/fields.ts";

/** The wallet and its ledger, for the roles that may see them. */
const read = {
  family: "Billing",
  method: "GET",
  audience: "console",
  subject: "organization",
  roles: WALLET_READER_ROLES,
  verbPhrase: "see the wallet",
  params: { organization_id: OrganizationId },
} as const;

const walletGet = defineOperation({
  ...read,
  id: "wallet.get",
  resource: "organization",
  path: "/organizations/{organization_id}/wallet",
  summary: "Get the organization's balance and credit limit",
  output: WalletRecord,
});

const walletLedger = defineOperation({
  ...read,
  id: "wallet.ledger",
  resource: "organization",
  path: "/organizations/{organization_id}/wallet/ledger",
  summary: "List the movements of the wallet, newest first",
  query: pageQuery(),
  output: z.array(LedgerEntryRecord),
  list: true,
});

export const walletOperations = [walletGet, walletLedger] as const;
