import type { Reconciler } from "@fulmar/engine";
import { violatedConstraint } from "@fulmar/prisma";
import { type DnsProvider, ProviderError } from "@fulmar/providers";
import { callProvider } from "../work/call-provider.ts";
import { retryDelayMs } from "../work/due.ts";
import { workFairly } from "../work/work-fairly.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { type Claim, type Delegation, judgeDelegation, nameServersOf, proofRecord } from "./claim.ts";
import { ClaimQueue, type DueClaim, type Finding } from "./claim-queue.ts";
import { dsRecordOf } from "./zone-keys.ts";

const HOUR_MS = 3_600_000;
/** The first checks follow quickly, while the owner sets up the domain. Later checks run four times an hour. */
const DELAY = { firstMs: 10_000, mostMs: 900_000 };
/** Active zones are checked four times a day, and every hour while their proof is missing. */
const ACTIVE_MS = 6 * HOUR_MS;

const TAKEN =
  "Another zone of this name is served here. It makes way when its owner deletes it, or when nothing has proven it for " +
  "72 hours.";

/**
 * Checks who owns the domains of zones. A zone is served from its first proof on, and the first one to prove a name keeps
 * it. A zone makes way after 72 hours in which DNS answered without its proof, for example after its domain was sold.
 */
export const checkZones: Reconciler<Pick<WorkerServices, "database" | "dns" | "configuredDns">> = {
  name: "check-zones",
  everyMs: 500,
  async run({ database, dns, configuredDns }, signal) {
    if (dns === undefined) return;
    const queue = new ClaimQueue(database.sql);
    const check = async (due: DueClaim) => {
      const name_servers = nameServersOf({ dns: configuredDns }, due.organization_id);
      const { name, proof_token } = due;
      return new Look({ queue, dns }, due, { name, proof_token, name_servers, ds_record: dsRecordOf(due) }).take(
        signal,
      );
    };
    await workFairly(queue, check, signal);
  },
};

/** What DNS says about a claim. */
interface Answer {
  readonly delegation: Delegation;
  readonly isProven: boolean;
  /** What is wrong with the delegation, as a sentence. */
  readonly problem: string | null;
}

/** Checks one zone once. */
class Look {
  readonly #queue: ClaimQueue;
  readonly #dns: DnsProvider;
  readonly #due: DueClaim;
  readonly #claim: Claim;

  constructor(parts: { readonly queue: ClaimQueue; readonly dns: DnsProvider }, due: DueClaim, claim: Claim) {
    this.#queue = parts.queue;
    this.#dns = parts.dns;
    this.#due = due;
    this.#claim = claim;
  }

  /** @returns whether DNS did not answer */
  async take(signal: AbortSignal): Promise<boolean> {
    const { zone_id, name, check_waited: waited } = this.#due;
    const beginning = { resourceId: zone_id, resourceName: firstLabel(name), step: "check-zone", waited };
    const result = await callProvider(this.#dns, beginning, (limited) => this.#ask(limited), signal);
    if (result.kind === "busy") await this.#queue.wait(this.#due, result.busyMs);
    else if (result.kind === "failed")
      await this.#queue.lookAgain(this.#due, this.#found(null, result.failure.message), false);
    else await this.#judge(result.value);
    return result.kind === "failed";
  }

  async #ask(signal: AbortSignal): Promise<Answer> {
    const { name } = this.#claim;
    const { registry } = this.#dns;
    const delegation = {
      name_servers: await registry.nameServersOf(name, signal),
      ds_records: await registry.signersOf(name, signal),
    };
    const { isOurs, problem } = judgeDelegation(this.#claim, delegation);
    return { delegation, problem, isProven: isOurs || (await this.#hasProofRecord(signal)) };
  }

  /** A domain whose name servers do not answer has no proof there: its registry has answered. */
  async #hasProofRecord(signal: AbortSignal): Promise<boolean> {
    const { name, value } = proofRecord(this.#claim);
    try {
      return (await this.#dns.resolver.txt(name, signal)).some((text) => text.trim() === value);
    } catch (error) {
      if (error instanceof ProviderError) return false;
      throw error;
    }
  }

  async #judge({ delegation, isProven, problem }: Answer): Promise<void> {
    const isActive = this.#due.status === "active";
    if (isProven) {
      const finding = { ...this.#found(delegation, problem), nextMs: ACTIVE_MS };
      return isActive ? this.#queue.confirm(this.#due, finding) : this.#activate(finding);
    }
    if (isActive && this.#due.overdue) return this.#queue.release(this.#due, this.#found(delegation, problem));
    return this.#queue.lookAgain(this.#due, this.#found(delegation, problem), isActive);
  }

  async #activate(finding: Finding): Promise<void> {
    try {
      await this.#queue.activate(this.#due, finding);
    } catch (error) {
      if (violatedConstraint(error) !== "dns_zone_served_unique") throw error;
      await this.#queue.lookAgain(this.#due, this.#found(finding.delegation, TAKEN), false);
      await this.#queue.recheck(this.#due);
    }
  }

  #found(delegation: Delegation | null, problem: string | null): Finding {
    const { status, check_attempts } = this.#due;
    const nextMs = status === "active" ? HOUR_MS : retryDelayMs(check_attempts + 1, DELAY);
    return { delegation, problem, nextMs };
  }
}

/** The simulated provider reads faults from names, and a dot is part of none. */
export function firstLabel(name: string): string {
  return name.split(".", 1)[0] ?? name;
}
