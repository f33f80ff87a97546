import type { Configuration } from "@fulmar/config";
import type { AdmissionRequest, BillingAdmission, Decision } from "../request/change/admission.ts";
import { AdmissionClient } from "./admission-client.ts";
import { Circuit } from "./circuit.ts";
import { findQuote, findUnpricedProducts } from "./quote.ts";
import { WaitingRoom } from "./waiting-room.ts";
import { denialOf, notSold, WalletAdmission } from "./wallet-admission.ts";

/** Fewer than the connections in a process's pool (20, `openDatabase`), so that most stay free for other requests. */
const MOST_WAITING = 8;

/** The suspensions that apply here. Metering suspends by the wallet's funds, which an external service does not use. */
const SUSPENDING = ["operator"] as const;

/**
 * Asks an external admission service instead of the wallet. A purchase needs its explicit yes.
 * Prices, quotas and operators' suspensions still apply.
 */
class HttpAdmission implements BillingAdmission {
  /** The service decides about funds, so the wallet is not asked. */
  readonly boundHours = null;
  readonly #client: AdmissionClient;
  readonly #circuit = new Circuit();
  /** Purchases wait inside a transaction. */
  readonly #buying = new WaitingRoom(MOST_WAITING);
  /** Eligibility checks hold no connection, but must not keep purchases from the service. */
  readonly #asking = new WaitingRoom(MOST_WAITING);

  constructor(options: { readonly url: string; readonly timeoutMs: number }) {
    this.#client = new AdmissionClient(options);
  }

  async decide({ sql, ...request }: AdmissionRequest): Promise<Decision> {
    const quote = await findQuote(sql, request, 0);
    if (quote === undefined) return notSold(request.binding ? await findUnpricedProducts(sql, request) : null);
    const denied = denialOf(quote, SUSPENDING);
    if (denied !== undefined) return denied;
    const price = { hourlyPrice: quote.hourly_price, currency: quote.currency };
    if (!quote.raises) return { allowed: true, reason: "ok", ...price };
    return { ...(await this.#ask(request)), ...price };
  }

  /** The service counts for itself. */
  async recount(): Promise<boolean> {
    return false;
  }

  async #ask({
    workspace,
    purchase,
    binding,
  }: Omit<AdmissionRequest, "sql">): Promise<Pick<Decision, "allowed" | "reason" | "cause">> {
    const question = {
      organization_id: workspace.organizationId,
      workspace_id: String(workspace.id),
      sku_code: purchase.skuCode,
      quantity: purchase.quantity ?? 1,
    };
    try {
      const room = binding ? this.#buying : this.#asking;
      return await room.run(() => this.#circuit.run(() => this.#client.ask(question)));
    } catch (cause) {
      return { allowed: false, reason: "billing_unavailable", cause };
    }
  }
}

/** The external admission service when one is configured, otherwise the wallet's decision. */
export function createAdmission({
  billingUrl,
  billingTimeoutMs,
  fundsHorizonHours,
}: Pick<Configuration, "billingUrl" | "billingTimeoutMs" | "fundsHorizonHours">): BillingAdmission {
  return billingUrl === undefined
    ? new WalletAdmission(fundsHorizonHours)
    : new HttpAdmission({ url: billingUrl, timeoutMs: billingTimeoutMs });
}
