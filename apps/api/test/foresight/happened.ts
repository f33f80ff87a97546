// The real effects of requests, as far as guards and ceilings count them, and whether the table of effects says so
// (docs/adr/0103).
import { EFFECT_KINDS, type EffectKind, type Operation } from "@fulmar/contract";
import { expect } from "vitest";
import type { ApiResponse } from "../api-fixture.ts";
import { rejectAll } from "../approvals/adversary-fixture.ts";
import type { AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { charged } from "./workspace-state.ts";

/** Each row: what there is, and what it is in, which has to stay so that the row counts as lost or gained. */
type Rows = ReadonlyMap<string, readonly string[]>;

/** An organization's things, by the kind of effect that loses or gains them. */
export interface Reality {
  readonly things: Rows;
  /** Deleted things that a restore brings back. */
  readonly restorable: Rows;
  /** These keep things from being lost, and let them work. */
  readonly protections: Rows;
  readonly published: Rows;
  /** The ways of traffic. */
  readonly open: Rows;
  /** The price of an hour. */
  readonly hourly: number;
}

/** A deleted thing that is kept until the end of its window is one, too. */
const THINGS = `
  SELECT 'access_key ' || credential_id AS item, ARRAY[credential_id] AS of FROM access_key
  UNION ALL SELECT 'alert_rule ' || alert_rule_id, ARRAY[alert_rule_id] FROM alert_rule
  UNION ALL SELECT 'api_token ' || token_id, ARRAY[token_id] FROM api_token WHERE revoked_at IS NULL
  UNION ALL SELECT 'backup ' || backup_id, ARRAY[backup_id] FROM backup WHERE deleted_at IS NULL
  UNION ALL SELECT 'backup_policy ' || policy_id, ARRAY[policy_id] FROM backup_policy
  UNION ALL SELECT 'bucket ' || bucket_id, ARRAY[bucket_id] FROM bucket WHERE deleted_at IS NULL
  UNION ALL SELECT 'kept bucket ' || bucket_id, ARRAY['kept ' || bucket_id] FROM bucket
  WHERE restorable_until IS NOT NULL
  UNION ALL SELECT 'budget ' || budget_id, ARRAY[budget_id] FROM budget
  UNION ALL SELECT 'cdn_custom_domain ' || domain, ARRAY[domain] FROM cdn_custom_domain
  UNION ALL SELECT 'cdn_distribution ' || distribution_id, ARRAY[distribution_id] FROM cdn_distribution
  UNION ALL SELECT 'dns_record_set ' || concat_ws(' ', record_set_id, ttl, values, vm_id, load_balancer_id, public_ip_id),
                   ARRAY[record_set_id] FROM dns_record_set
  UNION ALL SELECT 'dns_zone ' || zone_id, ARRAY[zone_id] FROM dns_zone
  UNION ALL SELECT 'firewall_group ' || firewall_group_id, ARRAY[firewall_group_id] FROM firewall_group
  UNION ALL SELECT concat_ws(' ', 'firewall_rule', firewall_group_id, direction, protocol, action, port_start, port_end,
                             remote_targets, remote_group_id, remote_tag, icmp_type, icmp_code, enabled,
                             row_number() OVER (PARTITION BY firewall_group_id, direction, protocol, action, port_start,
                                                port_end, remote_targets, remote_group_id, remote_tag, icmp_type,
                                                icmp_code, enabled)),
                   ARRAY[rule_id] FROM firewall_rule WHERE NOT system_managed
  UNION ALL SELECT 'load_balancer ' || load_balancer_id, ARRAY[load_balancer_id] FROM load_balancer
  UNION ALL SELECT 'load_balancer_listener ' || listener_id, ARRAY[listener_id] FROM load_balancer_listener
  UNION ALL SELECT 'load_balancer_pool ' || pool_id, ARRAY[pool_id] FROM load_balancer_pool
  UNION ALL SELECT 'load_balancer_target ' || target_id, ARRAY[target_id] FROM load_balancer_target WHERE NOT by_tag
  UNION ALL SELECT 'multipart_upload ' || upload_id, ARRAY[upload_id] FROM multipart_upload WHERE remote_etag IS NULL
  UNION ALL SELECT 'nat_gateway ' || nat_gateway_id, ARRAY[nat_gateway_id] FROM nat_gateway
  UNION ALL SELECT 'object ' || concat_ws(' ', bucket_id, key, etag), ARRAY[concat_ws(' ', bucket_id, key)] FROM object
  UNION ALL SELECT 'version ' || concat_ws(' ', bucket_id, key, etag), ARRAY['version ' || number] FROM object_version
  WHERE NOT is_marker
  UNION ALL SELECT 'port_forward ' || port_forward_id, ARRAY[port_forward_id] FROM port_forward
  UNION ALL SELECT 'reserved_ip ' || public_ip_id, ARRAY[public_ip_id] FROM reserved_ip
  WHERE reservation_type = 'user_reserved'
  UNION ALL SELECT 'secret ' || secret_id, ARRAY[secret_id] FROM secret WHERE deleted_at IS NULL
  UNION ALL SELECT 'secret_store ' || store_id, ARRAY[store_id] FROM secret_store WHERE deleted_at IS NULL
  UNION ALL SELECT 'secret_version ' || concat_ws(' ', secret_id, version), ARRAY[concat_ws(' ', secret_id, version)]
   FROM secret_version WHERE status <> 'destroyed'
  UNION ALL SELECT 'snapshot_set ' || snapshot_set_id, ARRAY[snapshot_set_id] FROM snapshot_set WHERE deleted_at IS NULL
  UNION ALL SELECT 'ssh_key ' || ssh_key_id, ARRAY[ssh_key_id] FROM ssh_key
  UNION ALL SELECT 'placement_group ' || placement_group_id, ARRAY[placement_group_id] FROM placement_group
  UNION ALL SELECT 'startup_script ' || startup_script_id, ARRAY[startup_script_id] FROM startup_script
  UNION ALL SELECT 'subnet ' || subnet_id, ARRAY[subnet_id] FROM subnet
  UNION ALL SELECT 'vm ' || vm_id, ARRAY[vm_id] FROM vm
  WHERE status::text NOT IN ('deleting', 'deleted', 'rebuilding', 'restoring')
  UNION ALL SELECT 'kept vm ' || vm_id, ARRAY['kept ' || vm_id] FROM vm WHERE restorable_until IS NOT NULL
  UNION ALL SELECT 'vm_image ' || image_id, ARRAY[image_id] FROM vm_image WHERE deleted_at IS NULL
  UNION ALL SELECT 'volume ' || volume_id, ARRAY[volume_id] FROM volume
  WHERE status::text NOT IN ('deleting', 'deleted')
  UNION ALL SELECT 'kept volume ' || volume_id, ARRAY['kept ' || volume_id] FROM volume
  WHERE restorable_until IS NOT NULL
  UNION ALL SELECT 'volume_snapshot ' || snapshot_id, ARRAY[snapshot_id] FROM volume_snapshot WHERE deleted_at IS NULL
  UNION ALL SELECT 'vpc ' || vpc_id, ARRAY[vpc_id] FROM vpc
  UNION ALL SELECT 'vpc_peering ' || vpc_peering_id, ARRAY[vpc_peering_id] FROM vpc_peering
  UNION ALL SELECT 'webhook ' || webhook_id, ARRAY[webhook_id] FROM webhook
  UNION ALL SELECT 'workspace ' || workspace_id, ARRAY[workspace_id::text] FROM workspace WHERE deleted_at IS NULL`;

const RESTORABLE = `
  SELECT 'bucket ' || bucket_id AS item, '{}'::text[] AS of FROM bucket WHERE restorable_until IS NOT NULL
  UNION ALL SELECT 'secret ' || secret_id, '{}' FROM secret WHERE deleted_at IS NOT NULL
  UNION ALL SELECT 'secret_store ' || store_id, '{}' FROM secret_store WHERE deleted_at IS NOT NULL
  UNION ALL SELECT 'vm ' || vm_id, '{}' FROM vm WHERE restorable_until IS NOT NULL
  UNION ALL SELECT 'volume ' || volume_id, '{}' FROM volume WHERE restorable_until IS NOT NULL`;

const PROTECTIONS = `
  SELECT 'deletion protection of ' || id AS item, ARRAY[id] AS of FROM (
    SELECT vm_id, deletion_protection FROM vm UNION ALL SELECT volume_id, deletion_protection FROM volume
    UNION ALL SELECT bucket_id, deletion_protection FROM bucket UNION ALL SELECT vpc_id, deletion_protection FROM vpc
    UNION ALL SELECT public_ip_id, deletion_protection FROM reserved_ip UNION ALL
   SELECT load_balancer_id, deletion_protection FROM load_balancer
    UNION ALL SELECT store_id, deletion_protection FROM secret_store) AS p (id, is_protected) WHERE is_protected
  UNION ALL SELECT 'legal hold of ' || concat_ws(' ', bucket_id, key), ARRAY[concat_ws(' ', bucket_id, key)] FROM object
  WHERE legal_hold
  UNION ALL SELECT 'retention of ' || concat_ws(' ', bucket_id, key), ARRAY[concat_ws(' ', bucket_id, key)] FROM object
  WHERE retained_until > now()
  UNION ALL SELECT 'tags of ' || concat_ws(' ', bucket_id, key, tags), ARRAY[concat_ws(' ', bucket_id, key)] FROM object
  WHERE tags <> '{}'
  UNION ALL SELECT 'retention of new objects in ' || concat_ws(' ', bucket_id, retention_mode, retention_days,
                                                               retention_years), ARRAY[bucket_id]
    FROM bucket WHERE retention_mode IS NOT NULL
  UNION ALL SELECT 'versions in ' || bucket_id, ARRAY[bucket_id] FROM bucket WHERE versioning = 'Enabled'
  UNION ALL SELECT concat_ws(' ', kind, bucket_id, document), ARRAY[bucket_id] FROM bucket_configuration
  WHERE kind IN ('policy', 'lifecycle', 'cors')
  UNION ALL SELECT 'backups of ' || vm_id, ARRAY[vm_id] FROM backup_policy WHERE enabled
  UNION ALL SELECT concat_ws(' ', 'end of', backup_id, expires_at), ARRAY[backup_id] FROM backup
  WHERE deleted_at IS NULL AND expires_at IS NOT NULL
  UNION ALL SELECT 'archive of ' || store_id, ARRAY[store_id] FROM secret_store WHERE status = 'archived'
  UNION ALL SELECT concat_ws(' ', status, secret_id, version), ARRAY[concat_ws(' ', secret_id, version)]
   FROM secret_version WHERE status <> 'destroyed'
  UNION ALL SELECT concat_ws(' ', 'end of', secret_id, expires_at), ARRAY[secret_id] FROM secret
  UNION ALL SELECT concat_ws(' ', 'limits of', token_id, allowed_ip_ranges, expires_at), ARRAY[token_id] FROM api_token
  UNION ALL SELECT concat_ws(' ', 'value of', token_id, hash), ARRAY[token_id] FROM api_token
  UNION ALL SELECT 'old value of ' || token_id, ARRAY[token_id] FROM api_token WHERE old_until > now()
  UNION ALL SELECT concat_ws(' ', 'alert', alert_rule_id, metric, comparison, threshold, minutes, resource_ids, tag,
                             notify_admins, notify_user_ids), ARRAY[alert_rule_id]
    FROM alert_rule WHERE enabled
  UNION ALL SELECT concat_ws(' ', 'amount of', budget_id, amount, thresholds, forecast_thresholds, at_cap, stop), ARRAY[budget_id]
   FROM budget
  UNION ALL SELECT concat_ws(' ', 'events to', webhook_id, url, event_types, sealed_secret), ARRAY[webhook_id]
   FROM webhook WHERE enabled
  UNION ALL SELECT concat_ws(' ', 'website', to_jsonb(w)), ARRAY[distribution_id] FROM cdn_website w
  UNION ALL SELECT concat_ws(' ', 'name servers of', subnet_id, dns), ARRAY[subnet_id] FROM subnet`;

const PUBLISHED = `
  SELECT 'bucket ' || bucket_id AS item, '{}'::text[] AS of FROM bucket WHERE is_public
  UNION ALL SELECT concat_ws(' ', 'policy', bucket_id, document), '{}' FROM bucket_configuration WHERE kind = 'policy'
  UNION ALL SELECT 'distribution ' || distribution_id, '{}' FROM cdn_distribution
  WHERE enabled AND origin_bucket_id IS NOT NULL
  UNION ALL SELECT 'common path of ' || bucket_id, '{}' FROM cdn_common_path
  UNION ALL SELECT concat_ws(' ', 'events to', webhook_id, url), '{}' FROM webhook WHERE enabled`;

/** Of what is new, or goes itself, nothing is opened or shut. */
const OPEN = `
  SELECT concat_ws(' ', 'rule', firewall_group_id, direction, protocol, action, port_start, port_end, remote_targets,
                   remote_group_id, remote_tag, icmp_type, icmp_code, priority) AS item, ARRAY[firewall_group_id] AS of
    FROM firewall_rule WHERE enabled
  UNION ALL SELECT concat_ws(' ', 'group', firewall_group_id, vm_id), ARRAY[firewall_group_id, vm_id]
   FROM firewall_group_vm
  UNION ALL SELECT concat_ws(' ', 'group', firewall_group_id, subnet_id), ARRAY[firewall_group_id, subnet_id]
   FROM firewall_group_subnet
  UNION ALL SELECT 'ipv6 of ' || vpc_id, ARRAY[vpc_id] FROM vpc WHERE ipv6_cidr IS NOT NULL
  UNION ALL SELECT concat_ws(' ', 'peering', vpc_id, peer_vpc_id), ARRAY[vpc_id, peer_vpc_id] FROM vpc_peering
   WHERE status = 'active'
  UNION ALL SELECT 'default group ' || firewall_group_id, ARRAY[firewall_group_id] FROM firewall_group WHERE is_default
  UNION ALL
 SELECT concat_ws(' ', 'forward', f.nat_gateway_id, vm_id, f.protocol, public_port, private_port),
        ARRAY[f.nat_gateway_id, vm_id]
    FROM port_forward f JOIN vpc_node n USING (workspace_id, vpc_id, allocation_id)
  UNION ALL
 SELECT concat_ws(' ', 'listener', listener_id, protocol, port, default_pool_id, domains), ARRAY[load_balancer_id]
   FROM load_balancer_listener
  UNION ALL SELECT DISTINCT concat_ws(' ', 'target', pool_id, vm_id, ip, t.port, weight), ARRAY[load_balancer_id, vm_id]
    FROM load_balancer_target t JOIN load_balancer_listener l USING (workspace_id, load_balancer_id)
   WHERE enabled AND default_pool_id = pool_id
  UNION ALL SELECT concat_ws(' ', 'address', public_ip_id, attached_vm_id, attached_nat_gateway_id,
                             attached_load_balancer_id),
                   ARRAY[public_ip_id, coalesce(attached_vm_id, attached_nat_gateway_id, attached_load_balancer_id)]
    FROM reserved_ip
   WHERE reservation_type = 'user_reserved'
     AND num_nonnulls(attached_vm_id, attached_nat_gateway_id, attached_load_balancer_id) > 0`;

export async function readReality(fixture: ExampleFixture): Promise<Reality> {
  const { pool } = fixture.api.database;
  const read = async (text: string) => {
    const { rows } = await pool.query<{ item: string; of: string[] }>(text);
    return new Map(rows.map(({ item, of }) => [item, of]));
  };
  const [things, restorable, protections, published, open, hourly] = await Promise.all([
    ...([read(THINGS), read(RESTORABLE), read(PROTECTIONS), read(PUBLISHED), read(OPEN)] as const),
    charged(fixture),
  ]);
  return { things, restorable, protections, published, open, hourly };
}

/** The effects, by kind. */
export type Happened = Readonly<Record<Exclude<EffectKind, "costs">, readonly string[]>> & { readonly costs: number };

export function happenedBetween(before: Reality, after: Reality): Happened {
  const [were, are] = [idsOf(before), idsOf(after)];
  const gone = (one: Rows, other: Rows) =>
    [...one].flatMap(([item, of]) => (!other.has(item) && of.every((id) => were.has(id) && are.has(id)) ? [item] : []));
  const lost = [...before.things.keys()].filter((item) => !after.things.has(item) && !isStill(item, after));
  return {
    destroys: [...lost, ...gone(before.protections, after.protections)],
    publishes: [...after.published.keys()].filter((item) => !before.published.has(item)),
    opens: [...gone(after.open, before.open), ...gone(before.open, after.open)],
    costs: after.hourly - before.hourly,
  };
}

function idsOf({ things }: Reality): ReadonlySet<string> {
  return new Set([...things.values()].flat());
}

/** Whether a thing is there in another way: restored, or as the version of an object that was replaced. */
function isStill(item: string, { things }: Reality): boolean {
  const [, kept] = /^kept (.+)/.exec(item) ?? [];
  const [, object, etag] = /^object (.+) (\w+)$/.exec(item) ?? [];
  const [, version] = /^version (.+)/.exec(item) ?? [];
  if (kept !== undefined) return things.has(kept);
  if (version !== undefined) return things.has(`object ${version}`);
  const isThere = [...things.values()].some(([id]) => id === object);
  return object !== undefined && isThere && things.has(`version ${object} ${etag}`);
}

/** More than anything does in a test. */
const PLENTY = {
  max_deletions_per_hour: 1_000_000,
  max_added_cost_per_hour: "1000000",
  max_resources_per_hour: 1_000_000,
} as const;

/** Counters for the report. */
export interface Checked {
  done: number;
  waited: number;
  destroyed: number;
  published: number;
  opened: number;
  charged: number;
}

/** Carries out requests as guarded programs do, and compares what they did with the table of effects. */
export class HeldPrograms {
  readonly #fixture: ExampleFixture;
  /** Its changes wait for a person where the guard says so, and are counted. */
  readonly #guarded: string;
  /** Its changes are counted only. */
  readonly #counted: string;
  readonly checked: Checked = { done: 0, waited: 0, destroyed: 0, published: 0, opened: 0, charged: 0 };

  private constructor(fixture: ExampleFixture, guarded: string, counted: string) {
    this.#fixture = fixture;
    this.#guarded = guarded;
    this.#counted = counted;
  }

  static async open(fixture: ExampleFixture): Promise<HeldPrograms> {
    const { api, tenant } = fixture;
    const guarded = await api.createToken(tenant, { guard: "approve_destructive", ceilings: PLENTY });
    return new HeldPrograms(fixture, guarded, await api.createToken(tenant, { ceilings: PLENTY }));
  }

  /**
   * Carries out a request: by a token with a guard, or where that waits for a person, by one with ceilings, or where
   * these refuse it, by its owner.
   * @param settled waits until all of it is done
   */
  async carryOut(operation: Operation, request: AnyRequest, settled: () => Promise<void>): Promise<ApiResponse> {
    const fixture = this.#fixture;
    const before = await readReality(fixture);
    const countedBefore = await this.#countedSoFar();
    let answer = await fixture.send(operation, request, { token: this.#guarded });
    const waited = HELD.has(answer.body?.code);
    if (waited) {
      await rejectAll(fixture.api);
      answer = await fixture.send(operation, request, { token: this.#counted });
    }
    const refused = HELD.has(answer.body?.code);
    if (refused) answer = await fixture.send(operation, request);
    if (answer.status >= 400) return answer;
    await settled();
    const happened = happenedBetween(before, await readReality(fixture));
    const counted = await this.#countedSoFar();
    this.#compare(operation, happened, waited);
    if (!refused)
      expect({ id: operation.id, happened, counted: counted.deletions - countedBefore.deletions }).toSatisfy(
        (told: { counted: number }) => told.counted >= happened.destroys.length,
      );
    if (!refused)
      expect(counted.cost - countedBefore.cost, `what ${operation.id} costs`).toBeGreaterThanOrEqual(
        happened.costs - 1e-9,
      );
    return answer;
  }

  #compare({ id, effects }: Operation, happened: Happened, waited: boolean): void {
    const { destroys, publishes, opens, costs } = happened;
    const did = { destroys: destroys.length > 0, publishes: publishes.length > 0, opens: opens.length > 0 };
    const kinds = EFFECT_KINDS.filter((kind) => (kind === "costs" ? costs > 1e-9 : did[kind]));
    const undeclared = kinds.filter((kind) => !effects.some((effect) => effect.kind === kind));
    expect({ id, happened, undeclared }).toEqual({ id, happened, undeclared: [] });
    // A request that does not wait for a person destroys, publishes and opens nothing.
    if (!waited) expect({ id, ...happened }).toEqual({ id, destroys: [], publishes: [], opens: [], costs });
    this.checked.done++;
    if (waited) this.checked.waited++;
    if (did.destroys) this.checked.destroyed++;
    if (did.publishes) this.checked.published++;
    if (did.opens) this.checked.opened++;
    if (costs > 1e-9) this.checked.charged++;
  }

  async #countedSoFar(): Promise<{ readonly deletions: number; readonly cost: number }> {
    const { rows } = await this.#fixture.api.database.pool.query<{ deletions: number; cost: number }>(
      `SELECT coalesce(sum(h.deletions), 0)::int AS deletions, coalesce(sum(h.added_cost), 0)::float8 AS cost
         FROM token_hour h JOIN api_token t USING (token_id) WHERE t.organization_id = $1`,
      [this.#fixture.tenant.organizationId],
    );
    return rows[0] ?? { deletions: 0, cost: 0 };
  }
}

/** Refusals because of what holds a token. */
const HELD: ReadonlySet<unknown> = new Set(["approval_required", "ceiling_reached", "exceeds_own_token"]);
