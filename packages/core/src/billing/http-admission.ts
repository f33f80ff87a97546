import type { BillingAdmission, Decision } from "../kernel/admission.ts";
import { AdmissionClient } from "./admission-client.ts";
import { Circuit } from "./circuit.ts";
import { findQuote } from "./quote.ts";

/**
 * Leaves the decision to a service outside, in the place of the wallet. Without its clear yes nothing is bought
 * (spec: fail closed). Prices and suspension are still ours.
 */
export class HttpAdmission implements BillingAdmission {
  readonly #client: AdmissionClient;
  readonly #circuit = new Circuit();

  constructor(options: { readonly url: string; readonly timeoutMs: number }) {
    this.#client = new AdmissionClient(options);
  }

  async decide({ workspace, purchase, sql }: Parameters<BillingAdmission["decide"]>[0]): Promise<Decision> {
    const quote = await findQuote(sql, workspace.organizationId, purchase);
    if (quote === undefined) return { allowed: false, reason: "unknown_sku", hourlyPrice: null, currency: null };
    const price = { hourlyPrice: quote.hourly_price, currency: quote.currency };
    if (quote.suspended) return { allowed: false, reason: "account_suspended", ...price };
    try {
      const verdict = await this.#circuit.run(() =>
        this.#client.ask({
          organization_id: workspace.organizationId,
          workspace_id: String(workspace.id),
          sku_code: purchase.skuCode,
          quantity: purchase.quantity ?? 1,
        }),
      );
      return { ...verdict, ...price };
    } catch (cause) {
      return { allowed: false, reason: "billing_unavailable", ...price, cause };
    }
  }
}
