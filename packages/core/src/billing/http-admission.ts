import type { Configuration } from "@fulmar/config";
import type { AdmissionRequest, BillingAdmission, Decision } from "../request/admission.ts";
import { AdmissionClient } from "./admission-client.ts";
import { Circuit } from "./circuit.ts";
import { findQuote } from "./quote.ts";
import { WaitingRoom } from "./waiting-room.ts";
import { denialOf, walletAdmission } from "./wallet-admission.ts";

/** Fewer than the connections in a process's pool (20, `openDatabase`), so that most stay free for other requests. */
const MOST_WAITING = 8;

/** The suspensions that apply here. Metering suspends by the wallet's funds, which an external service does not use. */
const SUSPENDING = ["operator"] as const;

/**
 * Asks an external admission service instead of the wallet. A purchase needs its explicit yes (spec: fail closed).
 * Prices, quotas and operators' suspensions still apply.
 */
class HttpAdmission implements BillingAdmission {
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
    // The service is asked before the quotas are locked, so that other purchases in the workspace do not wait for the
    // service too.
    const quote = await findQuote(sql, { ...request, binding: false });
    const denied = denialOf(quote, SUSPENDING);
    if (denied !== undefined) return denied;
    const verdict = await this.#ask(request);
    const decision = { ...verdict, hourlyPrice: quote?.hourly_price ?? null, currency: quote?.currency ?? null };
    if (!decision.allowed || !request.binding || quote?.limited !== true) return decision;
    return denialOf(await findQuote(sql, request), SUSPENDING) ?? decision;
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

/** Returns the external admission service when one is configured, otherwise the wallet's decision. */
export function createAdmission({
  billingUrl,
  billingTimeoutMs,
}: Pick<Configuration, "billingUrl" | "billingTimeoutMs">): BillingAdmission {
  return billingUrl === undefined
    ? walletAdmission
    : new HttpAdmission({ url: billingUrl, timeoutMs: billingTimeoutMs });
}
