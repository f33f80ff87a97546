import type { StoredRule } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { GatewayConfiguration, InstanceNetwork, NetworkConfiguration, PrivateName } from "@fulmar/providers";
import { toRecord } from "../site/index.ts";
import type { CallFailure } from "../work/call-provider.ts";
import { DUE } from "../work/due.ts";
import { inTurn } from "../work/fair-share.ts";
import { wantedNames } from "./private-names.ts";
import { wantedNatGateway, wantedSet, wantedSubnet, wantedVm } from "./wanted-networks.ts";

const BATCH = 100;

const STATE = "s.workspace_id, s.resource_type::text, s.resource_id, s.revision, s.apply_waited, s.apply_attempts";

// One statement has one snapshot, so the revision is that of exactly this state. Names wait for a subnet to be in.
const due = statement(
  "network_due",
  `SELECT ${STATE}, coalesce(n.name, v.name, g.name, a.name, c.name) AS name,
          coalesce(n.provider, v.provider, g.provider, a.provider, c.provider) AS provider,
          n.wanted AS subnet, v.wanted AS vm, g.wanted AS nat_gateway, a.wanted AS address_set, c.wanted AS vpc_names
     FROM (SELECT own.* FROM network_state own JOIN workspace o ON o.workspace_id = own.workspace_id
            WHERE own.apply_at <= ${DUE} AND own.site_id = ANY (ARRAY(
                    SELECT site_id FROM site WHERE $provider::text IS NULL OR provider = $provider))
              AND (own.resource_type <> 'vpc_names' OR EXISTS (
                     SELECT FROM subnet i WHERE i.workspace_id = own.workspace_id AND i.vpc_id = own.resource_id
                        AND i.status = 'available'))
            ORDER BY ${inTurn("o.organization_id", "own.apply_at")} LIMIT ${BATCH}) s
     LEFT JOIN LATERAL (${wantedSubnet}) n ON true
     LEFT JOIN LATERAL (${wantedVm}) v ON true
     LEFT JOIN LATERAL (${wantedNatGateway}) g ON true
     LEFT JOIN LATERAL (${wantedSet}) a ON true
     LEFT JOIN LATERAL (${wantedNames}) c ON true`,
);

const ofVm = statement(
  "network_of_vm",
  `SELECT ${STATE}, v.name, v.provider, v.wanted AS vm
     FROM network_state s JOIN LATERAL (${wantedVm}) v ON true
    WHERE s.workspace_id = $workspace_id::bigint AND s.resource_type = 'vm' AND s.resource_id = $resource_id`,
);

type Row = RowOf<typeof due>;
type WantedKind = "subnet" | "vm" | "nat_gateway" | "address_set" | "vpc_names";

/** A resource whose newest network has not been applied. */
export interface DueNetwork extends Omit<Row, "name" | "provider" | WantedKind> {
  /** Null if the resource was deleted. */
  readonly wanted: WantedNetwork | null;
}

/** The whole wanted network of a resource. */
export type WantedNetwork = {
  /** The resource's name. The simulated provider reads faults from it. */
  readonly name: string;
  /** The provider of its site. */
  readonly provider: string;
} & (
  | { readonly type: "subnet"; readonly network: Omit<NetworkConfiguration, "revision"> }
  | {
      readonly type: "vm";
      readonly network: Omit<InstanceNetwork, "revision" | "firewall" | "sets"> & {
        readonly rules: StoredRule[] | null;
        readonly sets: readonly (SetContent & { readonly revision: number })[];
      };
    }
  | { readonly type: "nat_gateway"; readonly network: Omit<GatewayConfiguration, "revision"> }
  | { readonly type: "address_set"; readonly network: SetContent & { readonly site_id: string } }
  | { readonly type: "vpc_names"; readonly network: { readonly names: readonly PrivateName[] } }
);

/** What an address set has: its source within the workspace, and the addresses. */
interface SetContent {
  readonly source: string;
  readonly addresses: readonly string[];
}

type Key = Pick<Row, "workspace_id" | "resource_type" | "resource_id">;

const IT = `workspace_id = $workspace_id::bigint AND resource_type = $resource_type::network_resource
   AND resource_id = $resource_id`;

// A change made while this revision was being applied is due at once.
const applied = statement(
  "network_applied",
  `UPDATE network_state
      SET applied_revision = greatest(applied_revision, $revision::int), applied_at = now(),
          apply_at = CASE WHEN revision > $revision::int THEN now() END,
          apply_waited = false, apply_attempts = 0, error_code = NULL, error_message = NULL
    WHERE ${IT}`,
);
const wait = statement(
  "network_wait",
  `UPDATE network_state SET apply_waited = true, apply_at = now() + $ms::int * interval '1 millisecond' WHERE ${IT}`,
);
// A concurrent change may fix the failure, so it is tried at once.
const retry = statement(
  "network_retry",
  `UPDATE network_state
      SET apply_waited = false, apply_attempts = apply_attempts + 1, error_code = $error_code,
          error_message = $error_message,
          apply_at = now() + CASE WHEN revision > $revision::int THEN 0 ELSE $ms::int END * interval '1 millisecond'
    WHERE ${IT}`,
);
const forget = statement("network_forget", `DELETE FROM network_state WHERE ${IT}`);

// A subnet that was available stays available: its instances have what was applied last.
const showSubnet = statement(
  "network_show_subnet",
  `UPDATE subnet SET status = CASE WHEN $error_message::text IS NULL THEN 'available'
                                   WHEN $hopeless AND status = 'provisioning' THEN 'error'
                                   ELSE status END::network_status,
                     error_message = $error_message, updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND subnet_id = $subnet_id
      AND (status <> 'available' OR error_message IS DISTINCT FROM $error_message::text)`,
);

/** The due networks of all workspaces and the results of applying them, for the worker. */
export class NetworkQueue {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** @param provider of the sites whose networks they are; by default all */
  async next(provider: string | undefined): Promise<DueNetwork[]> {
    return (await this.#sql.query(due, { provider: provider ?? null })).map(toDue);
  }

  /** The network of a VM, due or not. Undefined if the VM has none. */
  async vm(workspaceId: bigint, vmId: string): Promise<DueNetwork | undefined> {
    const row = await this.#sql.maybe(ofVm, { workspace_id: workspaceId, resource_id: vmId });
    return row && toDue({ ...row, subnet: null, nat_gateway: null, address_set: null, vpc_names: null });
  }

  /** Writes the subnet's status first. A worker that crashes in between repeats both. */
  async applied(network: DueNetwork): Promise<void> {
    if (network.resource_type === "subnet") await this.#showSubnet(network, null, false);
    await this.#sql.query(applied, { ...keyOf(network), revision: network.revision });
  }

  async wait(network: Key, ms: number): Promise<void> {
    await this.#sql.query(wait, { ...keyOf(network), ms });
  }

  /** @param hopeless true if retries alone will not help: a subnet that was never available gets the status error */
  async retry(network: DueNetwork, ms: number, { code, message }: CallFailure, hopeless: boolean): Promise<void> {
    if (network.resource_type === "subnet") await this.#showSubnet(network, message, hopeless);
    await this.#sql.query(retry, {
      ...keyOf(network),
      ms,
      error_code: code,
      error_message: message,
      revision: network.revision,
    });
  }

  /** Deletes the state of a resource that was deleted while a change of its network was due. */
  async forget(network: Key): Promise<void> {
    await this.#sql.query(forget, keyOf(network));
  }

  async #showSubnet({ workspace_id, resource_id }: Key, problem: string | null, hopeless: boolean): Promise<void> {
    await this.#sql.query(showSubnet, { workspace_id, subnet_id: resource_id, error_message: problem, hopeless });
  }
}

const keyOf = ({ workspace_id, resource_type, resource_id }: Key): Key => ({
  workspace_id,
  resource_type,
  resource_id,
});

function toDue({ name, provider, subnet, vm, nat_gateway, address_set, vpc_names, ...state }: Row): DueNetwork {
  return { ...state, wanted: wantedOf({ name, provider, subnet, vm, nat_gateway, address_set, vpc_names }) };
}

function wantedOf({
  name,
  provider,
  subnet,
  vm,
  nat_gateway,
  address_set,
  vpc_names,
}: Pick<Row, "name" | "provider" | WantedKind>): WantedNetwork | null {
  if (name === null || provider === null) return null;
  const owner = { name, provider };
  if (subnet !== null) return { ...owner, type: "subnet", network: { ...subnet, record: toRecord(subnet.record) } };
  if (vm !== null) return { ...owner, type: "vm", network: { ...vm, record: toRecord(vm.record) } };
  if (address_set !== null) return { ...owner, type: "address_set", network: address_set };
  if (vpc_names !== null) {
    const names = vpc_names.names.map(({ name, addresses }) => ({ name, addresses: addresses ?? [] }));
    return { ...owner, type: "vpc_names", network: { names } };
  }
  if (nat_gateway === null) return null;
  return { ...owner, type: "nat_gateway", network: { ...nat_gateway, record: toRecord(nat_gateway.record) } };
}
