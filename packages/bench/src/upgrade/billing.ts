import type { openDatabase } from "@fulmar/prisma";
import { processUrl } from "@fulmar/testkit";
import type { topUpWallet } from "../../../core/src/billing/fund-wallet.ts";
import type { issueInvoices } from "../../../core/src/billing/issue-invoices.ts";
import type { meterUsage } from "../../../core/src/billing/meter-usage.ts";
import { codeOf, type Product } from "../product.ts";

/** What a worker and an operator of a release do with money, by a clock of the drill. */
export interface Billing {
  meter(now: Date): Promise<void>;
  invoice(now: Date): Promise<void>;
  meteredUntil(organizationId: string): Promise<Date>;
  /** @returns whether it was credited: false when its reference was credited before */
  topUp(organizationId: string, reference: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Loads the release's own code, with its own database client. */
export async function billingOf(product: Product): Promise<Billing> {
  const load = <Module>(file: string) => codeOf<Module>(product, file);
  const billing = "packages/core/src/billing";
  const metering = await load<{ meterUsage: typeof meterUsage }>(`${billing}/meter-usage.ts`);
  const invoices = await load<{ issueInvoices: typeof issueInvoices }>(`${billing}/issue-invoices.ts`);
  const wallets = await load<{ topUpWallet: typeof topUpWallet }>(`${billing}/fund-wallet.ts`);
  const client = await load<{ openDatabase: typeof openDatabase }>("prisma/src/index.ts");
  const worker = client.openDatabase(processUrl(product.databaseUrl, "fulmar_worker"));
  const owner = client.openDatabase(product.databaseUrl);
  return {
    meter: (now) => metering.meterUsage(worker, { now }),
    invoice: (now) => invoices.issueInvoices(worker, { now }),
    async meteredUntil(organizationId) {
      const sql = "SELECT metered_until FROM meter WHERE organization_id = $1";
      const { rows } = await owner.pool.query<{ metered_until: Date }>(sql, [organizationId]);
      return rows[0]?.metered_until ?? new Date(0);
    },
    async topUp(organizationId, reference) {
      try {
        await wallets.topUpWallet(owner, { organizationId, amount: "1", reference });
        return true;
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "reference_taken") return false;
        throw error;
      }
    },
    async close() {
      await worker.close();
      await owner.close();
    },
  };
}
