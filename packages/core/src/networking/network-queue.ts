import type { StoredRule } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { GatewayConfiguration, InstanceNetwork, NetworkConfiguration, NetworkKind } from "@fulmar/providers";
import type { CallFailure } from "../work/call-provider.ts";
import { DUE } from "../work/due.ts";
import { wantedNetworks } from "./wanted-networks.ts";

/** A resource whose provider does not have its network as it should be. */
interface Due {
  workspace_id: bigint;
  resource_id: string;
  revision: number;
  apply_waited: boolean;
  apply_attempts: number;
  /** The resource's own; the simulated provider reads faults out of it. */
  name: string;
  /** The adapter that drives its site. */
  provider: string;
}

/** What it should be; null for a resource that is gone. */
export type DueNetwork = Due &
  (
    | { resource_type: "subnet"; wanted: Omit<NetworkConfiguration, "revision"> | null }
    | {
        resource_type: "vm";
        wanted: (Omit<InstanceNetwork, "revision" | "firewall"> & { rules: StoredRule[] | null }) | null;
      }
    | { resource_type: "nat_gateway"; wanted: Omit<GatewayConfiguration, "revision"> | null }
  );

type Key = Pick<Due, "workspace_id" | "resource_id"> & { readonly resource_type: NetworkKind };

const BATCH = 100;

// One statement, one snapshot: the revision is that of exactly this state.
const due = statement(
  "network_due",
  `SELECT s.workspace_id, s.resource_type::text, s.resource_id, s.revision, s.apply_waited, s.apply_attempts, w.name, w.provider, w.wanted
     FROM (SELECT * FROM network_state WHERE apply_at <= ${DUE} ORDER BY apply_at LIMIT ${BATCH}) s
     LEFT JOIN LATERAL (${wantedNetworks}) w ON true`,
);

const IT = "workspace_id = $1::bigint AND resource_type = $2::network_resource AND resource_id = $3";

const ofVm = statement(
  "network_of_vm",
  `SELECT s.workspace_id, s.resource_type::text, s.resource_id, s.revision, s.apply_waited, s.apply_attempts, w.name, w.provider, w.wanted
     FROM network_state s JOIN LATERAL (${wantedNetworks}) w ON true
    WHERE s.workspace_id = $1::bigint AND s.resource_type = 'vm' AND s.resource_id = $2`,
);

// What was changed while this revision was on its way is due at once.
const applied = statement(
  "network_applied",
  `UPDATE network_state
      SET applied_revision = greatest(applied_revision, $4::int), applied_at = now(), apply_at = CASE WHEN revision > $4::int THEN now() END,
          apply_waited = false, apply_attempts = 0, error_code = NULL, error_message = NULL
    WHERE ${IT}`,
);
const wait = statement(
  "network_wait",
  `UPDATE network_state SET apply_waited = true, apply_at = now() + $4::int * interval '1 millisecond' WHERE ${IT}`,
);
// What failed may be mended by a change that came meanwhile: that is tried at once.
const retry = statement(
  "network_retry",
  `UPDATE network_state
      SET apply_waited = false, apply_attempts = apply_attempts + 1, error_code = $5, error_message = $6,
          apply_at = now() + CASE WHEN revision > $7::int THEN 0 ELSE $4::int END * interval '1 millisecond'
    WHERE ${IT}`,
);
const forget = statement("network_forget", `DELETE FROM network_state WHERE ${IT}`);

// A subnet that was available once stays so: its machines have what was applied last.
const showSubnet = statement(
  "network_show_subnet",
  `UPDATE subnet SET status = CASE WHEN $3::text IS NULL THEN 'available' WHEN $4 AND status = 'provisioning' THEN 'error' ELSE status END::network_status,
                     error_message = $3, updated_at = now()
    WHERE workspace_id = $1::bigint AND subnet_id = $2 AND (status <> 'available' OR error_message IS DISTINCT FROM $3::text)`,
);

/** The networks that are due at their providers, and what comes of them; of all workspaces, for the worker. */
export class NetworkQueue {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  next(): Promise<DueNetwork[]> {
    return this.#sql.queryAs<DueNetwork>(due);
  }

  /** Whether it is due or not; undefined for a VM that has nothing of a network. */
  async vm(workspaceId: bigint, vmId: string): Promise<DueNetwork | undefined> {
    return (await this.#sql.queryAs<DueNetwork>(ofVm, [workspaceId, vmId]))[0];
  }

  /** The subnet is shown first: should the worker end in between, it is all done again. */
  async applied(network: DueNetwork): Promise<void> {
    if (network.resource_type === "subnet") await this.#showSubnet(network, null, false);
    await this.#sql.queryAs(applied, [...keyOf(network), network.revision]);
  }

  async wait(network: Key, ms: number): Promise<void> {
    await this.#sql.queryAs(wait, [...keyOf(network), ms]);
  }

  /** @param hopeless it will not succeed by itself: a subnet that never was available is shown in error */
  async retry(network: DueNetwork, ms: number, { code, message }: CallFailure, hopeless: boolean): Promise<void> {
    if (network.resource_type === "subnet") await this.#showSubnet(network, message, hopeless);
    await this.#sql.queryAs(retry, [...keyOf(network), ms, code, message, network.revision]);
  }

  /** For what was deleted while a change that concerns it was on its way. */
  async forget(network: Key): Promise<void> {
    await this.#sql.queryAs(forget, keyOf(network));
  }

  async #showSubnet({ workspace_id, resource_id }: Key, problem: string | null, hopeless: boolean): Promise<void> {
    await this.#sql.query(showSubnet, [workspace_id, resource_id, problem, hopeless]);
  }
}

const keyOf = ({ workspace_id, resource_type, resource_id }: Key) => [workspace_id, resource_type, resource_id];
