import type { Reconciler } from "@fulmar/engine";
import { violatedConstraint } from "@fulmar/prisma";
import type { CdnProvider } from "@fulmar/providers";
import { type CallFailure, type CallResult, callProvider } from "../work/call-provider.ts";
import { retryDelayMs } from "../work/due.ts";
import { workFairly } from "../work/work-fairly.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { missingProof } from "./domain-proof.ts";
import { DomainQueue, type DueDomain } from "./domain-queue.ts";
import { CdnDomain } from "./edge.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** An authority checks the domain from several places before it issues. */
const ISSUE_TIMEOUT_MS = 120_000;
/** The first checks follow quickly, while the owner sets up the domain. Later checks run four times an hour. */
const DELAY = { firstMs: 10_000, mostMs: 900_000 };

const TAKEN =
  "Another distribution serves this domain; remove it there, or wait until its DNS has not proved it for that " +
  "distribution for 72 hours.";

/**
 * Checks custom domains. A domain whose DNS proves it gets a certificate and is served. A domain that
 * is not proved within 72 hours fails. Active domains are checked every day, with their certificates. The first owner
 * to prove a domain keeps it, even when another owner proves it later. A domain becomes free after 72 hours without
 * proof, for example after it was sold.
 */
export const checkDomains: Reconciler<Pick<WorkerServices, "database" | "cdn" | "publicCdnUrl">> = {
  name: "check-domains",
  everyMs: 500,
  async run({ database, cdn, publicCdnUrl }, signal) {
    const cdnDomain = new CdnDomain({ publicCdnUrl });
    const queue = new DomainQueue(database.sql);
    const check = async (due: DueDomain) => {
      const looking = new Look({ queue, cdn, cdnDomain }, due, signal);
      await (due.status === "pending_tls" ? looking.certify() : looking.validate());
      return looking.failed;
    };
    await workFairly(queue, check, signal);
  },
};

/** Checks one domain once. */
class Look {
  /** Whether DNS or the authority did not do what was asked. */
  failed = false;
  readonly #queue: DomainQueue;
  readonly #cdn: CdnProvider;
  readonly #cdnDomain: CdnDomain;
  readonly #due: DueDomain;
  readonly #signal: AbortSignal;

  constructor(
    parts: { readonly queue: DomainQueue; readonly cdn: CdnProvider; readonly cdnDomain: CdnDomain },
    due: DueDomain,
    signal: AbortSignal,
  ) {
    this.#queue = parts.queue;
    this.#cdn = parts.cdn;
    this.#cdnDomain = parts.cdnDomain;
    this.#due = due;
    this.#signal = signal;
  }

  async validate(): Promise<void> {
    const { domain, validation_token: token, distribution_id } = this.#due;
    const claim = { domain, token, target: this.#cdnDomain.of(distribution_id) };
    const result = await this.#call("validate-domain", (limited) => missingProof(this.#cdn.resolver, claim, limited));
    if (result.kind === "busy") return this.#queue.wait(this.#due, result.busyMs);
    if (result.kind === "failed") return this.#unanswered(result.failure);
    if (result.value !== undefined) return this.#missing(result.value);
    return this.#due.status === "active" ? this.#confirmed() : this.#proved();
  }

  /** Sees to it that a proved domain has a certificate that lasts. */
  async certify(): Promise<void> {
    const { domain } = this.#due;
    const result = await this.#call(
      "issue-certificate",
      (limited) => this.#cdn.certificates.obtain(domain, limited),
      ISSUE_TIMEOUT_MS,
    );
    if (result.kind === "busy") return this.#queue.wait(this.#due, result.busyMs);
    if (result.kind === "done" && result.value !== undefined)
      return this.#queue.certify(this.#due, result.value.expiresAt, DAY_MS);
    if (result.kind === "failed" && !result.failure.retryable && this.#due.status === "pending_tls")
      return this.#queue.fail(this.#due, result.failure.message);
    const problem = result.kind === "failed" ? result.failure.message : "The certificate is still being issued.";
    return this.#queue.lookAgain(this.#due, { afterMs: this.#nextLookMs(), problem, because: "certificate" });
  }

  async #call<Value>(
    step: string,
    call: (signal: AbortSignal) => Promise<Value>,
    timeoutMs?: number,
  ): Promise<CallResult<Value>> {
    const { domain, name, check_waited: waited } = this.#due;
    const beginning = { resourceId: domain, resourceName: name, step, waited };
    const result = await callProvider(this.#cdn, beginning, call, this.#signal, timeoutMs);
    this.failed ||= result.kind === "failed";
    return result;
  }

  async #proved(): Promise<void> {
    try {
      await this.#queue.prove(this.#due);
    } catch (error) {
      if (violatedConstraint(error) !== "cdn_custom_domain_owner_unique") throw error;
      await this.#contested();
    }
  }

  /**
   * The domain is proved but belongs to another distribution. It waits, and the owner's proof is checked now instead of
   * tomorrow.
   */
  async #contested(): Promise<void> {
    await this.#queue.lookAgain(this.#due, { afterMs: this.#nextLookMs(), problem: TAKEN });
    await this.#queue.recheck(this.#due);
  }

  async #confirmed(): Promise<void> {
    await this.#queue.confirm(this.#due, HOUR_MS);
    await this.certify();
  }

  /** DNS answered without the proof. */
  async #missing(problem: string): Promise<void> {
    if (this.#due.overdue) return this.#queue.fail(this.#due, problem);
    return this.#queue.lookAgain(this.#due, { afterMs: this.#nextLookMs(), problem, because: "proof" });
  }

  /**
   * DNS did not answer, so the proof is unknown. An active domain stays active for as long as this lasts; a domain that
   * waits for its proof still has only its 72 hours.
   */
  async #unanswered({ message, retryable }: CallFailure): Promise<void> {
    const { status, overdue } = this.#due;
    if (status === "pending_validation" && (overdue || !retryable)) return this.#queue.fail(this.#due, message);
    return this.#queue.lookAgain(this.#due, { afterMs: this.#nextLookMs(), problem: message });
  }

  #nextLookMs(): number {
    const { status, check_attempts } = this.#due;
    return status === "active" ? HOUR_MS : retryDelayMs(check_attempts + 1, DELAY);
  }
}
