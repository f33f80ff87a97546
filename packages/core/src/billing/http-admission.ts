import type { Configuration } from "@fulmar/config";
import type { AdmissionRequest, BillingAdmission, Decision } from "../request/admission.ts";
import { AdmissionClient } from "./admission-client.ts";
import { Circuit } from "./circuit.ts";
import { findQuote } from "./quote.ts";
import { WaitingRoom } from "./waiting-room.ts";
import { denialOf, walletAdmission } from "./wallet-admission.ts";

/** Fewer than the connections of a process's pool (20, `openDatabase`), most of which stay for everybody else. */
const MOST_WAITING = 8;

/**
 * Whose suspensions hold here. Metering suspends by our wallet's funds, which are not what such a service decides by.
 */
const SUSPENDING = ["operator"] as const;

/**
 * Leaves the decision to a service outside, in the place of the wallet. Without its clear yes nothing is bought
 * (spec: fail closed). Prices, quotas and operators' suspensions are still ours.
 */
class HttpAdmission implements BillingAdmission {
  readonly #client: AdmissionClient;
  readonly #circuit = new Circuit();
  /** Those that buy wait inside a transaction. */
  readonly #buying = new WaitingRoom(MOST_WAITING);
  /** Those that only ask hold no connection, but may not keep those that buy from the service. */
  readonly #asking = new WaitingRoom(MOST_WAITING);

  constructor(options: { readonly url: string; readonly timeoutMs: number }) {
    this.#client = new AdmissionClient(options);
  }

  async decide({ sql, ...request }: AdmissionRequest): Promise<Decision> {
    // Others that buy in a workspace with quotas must not wait for the service as well: it is asked before the quotas
    // are held.
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

/** The wallet decides, or, where one is configured, the admission service outside. */
export function createAdmission({
  billingUrl,
  billingTimeoutMs,
}: Pick<Configuration, "billingUrl" | "billingTimeoutMs">): BillingAdmission {
  return billingUrl === undefined
    ? walletAdmission
    : new HttpAdmission({ url: billingUrl, timeoutMs: billingTimeoutMs });
}
