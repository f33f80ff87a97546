import { BillingReason } from "@fulmar/contract";
import { Agent, request } from "undici";
import { z } from "zod";

/** The request to the admission service. `quantity` is in the SKU's unit. */
export interface AdmissionQuestion {
  readonly organization_id: string;
  readonly workspace_id: string;
  readonly sku_code: string;
  readonly quantity: number;
}

export interface Verdict {
  readonly allowed: boolean;
  readonly reason: BillingReason;
}

const MAX_ANSWER_BYTES = 16 * 1024;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * The schema of an answer. Unknown fields are ignored. Known fields must be valid, and fields that repeat the question
 * must match it.
 */
function answerTo(question: AdmissionQuestion) {
  const echo = Object.fromEntries(Object.entries(question).map(([name, value]) => [name, z.literal(value).optional()]));
  return z
    .object({ ...echo, allowed: z.boolean(), reason: BillingReason.optional() })
    .transform((answer, context): Verdict => {
      const reason = answer.reason ?? (answer.allowed ? "ok" : "insufficient_funds");
      if (answer.allowed === (reason === "ok")) return { allowed: answer.allowed, reason };
      context.addIssue({ code: "custom", message: `allowed is ${answer.allowed}, but the reason is ${reason}` });
      return z.NEVER;
    });
}

/**
 * Asks an admission service over HTTP: one POST, no redirects, no retries, a bounded answer, all within the timeout.
 */
export class AdmissionClient {
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #agent: Agent;

  constructor({ url, timeoutMs }: { readonly url: string; readonly timeoutMs: number }) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#agent = new Agent({ maxResponseSize: MAX_ANSWER_BYTES, connect: { timeout: timeoutMs } });
  }

  /** @throws Error when the service gives no valid decision, whatever the cause */
  async ask(question: AdmissionQuestion): Promise<Verdict> {
    const { statusCode, body } = await request(this.#url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(this.#timeoutMs),
      dispatcher: this.#agent,
    });
    const text = decoder.decode(await body.bytes());
    if (statusCode !== 200) throw new Error(`the admission service answered ${statusCode}`);
    return answerTo(question).parse(JSON.parse(text));
  }
}
