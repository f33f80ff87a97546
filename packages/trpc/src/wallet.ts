import { type LedgerEntryRecord, type Page, pageQuery, type WalletRecord } from "@fulmar/contract";
import { authorizeWalletReader, listLedger, readWallet } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const organization = { organization_id: z.string().min(1).max(128) };
const Get = z.strictObject(organization);
const Ledger = z.strictObject({ ...organization, ...pageQuery() });

/** What an organization has, and how that came about: console only, and only for the roles that see it. */
export function walletRouter(database: Database) {
  return trpc.router({
    get: procedure.input(parsed(Get)).query(async ({ ctx, input }): Promise<WalletRecord> => {
      await authorizeWalletReader(database, ctx.credentials, input.organization_id);
      return readWallet(database, input.organization_id);
    }),

    ledger: procedure.input(parsed(Ledger)).query(async ({ ctx, input }): Promise<Page<LedgerEntryRecord>> => {
      await authorizeWalletReader(database, ctx.credentials, input.organization_id);
      return listLedger(database, { organizationId: input.organization_id, limit: input.limit, cursor: input.cursor });
    }),
  });
}
