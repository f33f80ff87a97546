import { setTimeout as sleep } from "node:timers/promises";
import type { Blocker } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { DomainError } from "./domain-error.ts";

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** How long a deletion waits for what is known to be going. */
const LONGEST_WAIT_MS = 60_000;

// A blocker is going when it is a VM or a volume that is, and also when only such VMs keep it: a node, a forward, a
// subnet or a NAT gateway.
const going = statement(
  "dependents_going",
  `SELECT EXISTS (SELECT FROM vm WHERE workspace_id = $1::bigint AND vm_id = ANY ($2::text[]) AND status = 'deleting')
       OR EXISTS (SELECT FROM volume WHERE workspace_id = $1::bigint AND volume_id = ANY ($2::text[]) AND status IN ('detaching', 'deleting'))
       OR EXISTS (SELECT FROM vpc_node n JOIN vm v ON v.workspace_id = n.workspace_id AND v.vm_id = n.vm_id
                   WHERE n.workspace_id = $1::bigint AND v.status = 'deleting'
                     AND (n.allocation_id = ANY ($2::text[]) OR n.subnet_id = ANY ($2::text[]) OR n.nat_gateway_id = ANY ($2::text[])))
       OR EXISTS (SELECT FROM port_forward f JOIN vpc_node n USING (workspace_id, vpc_id, allocation_id) JOIN vm v USING (workspace_id, vm_id)
                   WHERE f.workspace_id = $1::bigint AND v.status = 'deleting'
                     AND (f.port_forward_id = ANY ($2::text[]) OR f.nat_gateway_id = ANY ($2::text[]))) AS going`,
);

/** The patience of one request that is refused because of dependents which may be on their way out (docs/adr/0017). */
export class DependentsWait {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;
  readonly #waitMs: number;
  readonly #signal: AbortSignal;
  readonly #begun = performance.now();
  #pauseMs = FIRST_PAUSE_MS;
  #isLastTry: boolean = false;

  /** @param waitMs how long to wait for what may be going; 0 waits for nothing */
  constructor(
    sql: Sql,
    workspaceId: bigint,
    { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
  ) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
    this.#waitMs = waitMs;
    this.#signal = signal;
  }

  /**
   * Pauses, without a connection, before the request is tried again. @returns false when it is refused for good, or
   * nobody waits for it any more
   */
  async again(refusal: DomainError): Promise<boolean> {
    if (refusal.passing === undefined || this.#waitMs === 0 || this.#signal.aborted) return false;
    const waitedMs = performance.now() - this.#begun;
    if (waitedMs >= this.#waitMs && !(waitedMs < LONGEST_WAIT_MS && (await this.#isGoing(refusal)))) {
      // What stood in the way may have gone between the refusal and the question whether it goes: that is found out by
      // trying.
      if (this.#isLastTry) return false;
      this.#isLastTry = true;
      return !this.#signal.aborted;
    }
    this.#isLastTry = false;
    await this.#pause();
    return !this.#signal.aborted;
  }

  async #isGoing({ passing, blockers = [] }: DomainError): Promise<boolean> {
    if (passing === "surely") return true;
    const ids = blockers.map(({ id }: Blocker) => id);
    const [row] = await this.#sql.query(going, [this.#workspaceId, ids]);
    return row?.going === true;
  }

  async #pause(): Promise<void> {
    try {
      await sleep(this.#pauseMs, undefined, { signal: this.#signal });
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    }
    this.#pauseMs = Math.min(this.#pauseMs * 1.5, LONGEST_PAUSE_MS);
  }
}
