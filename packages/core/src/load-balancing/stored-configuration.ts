import type { LoadBalancerListener, LoadBalancerPool } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";

/** All that a balancer does, its parts with their ids; each kind in the order in which it was made. */
export interface StoredConfiguration {
  readonly pools: readonly LoadBalancerPool[];
  readonly listeners: readonly LoadBalancerListener[];
}

export const EMPTY_CONFIGURATION: StoredConfiguration = { pools: [], listeners: [] };

const of = (part: string, alias: string) =>
  `load_balancer_${part} ${alias} WHERE ${alias}.workspace_id = b.workspace_id AND ${alias}.load_balancer_id = b.load_balancer_id`;

/** The SQL of the configuration of the `load_balancer b` of a statement, as `pools` and `listeners`. */
export const CONFIGURATION_COLUMNS = `
  (SELECT coalesce(jsonb_agg(jsonb_build_object('pool_id', p.pool_id, 'name', p.name, 'protocol', p.protocol, 'algorithm', p.algorithm,
            'sticky_sessions', p.sticky_sessions, 'health_check', p.health_check,
            'targets', (SELECT coalesce(jsonb_agg(jsonb_build_object('target_id', t.target_id, 'vm_id', t.vm_id, 'ip', t.ip, 'port', t.port,
                                 'weight', t.weight, 'enabled', t.enabled) ORDER BY t.target_id), '[]')
                          FROM ${of("target", "t")} AND t.pool_id = p.pool_id)) ORDER BY p.pool_id), '[]') FROM ${of("pool", "p")}) AS pools,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('listener_id', l.listener_id, 'name', l.name, 'protocol', l.protocol, 'port', l.port,
            'certificate', CASE WHEN l.secret_id IS NOT NULL THEN jsonb_build_object('store_id', l.store_id, 'secret_id', l.secret_id) END,
            'idle_timeout_seconds', l.idle_timeout_seconds, 'default_pool_id', l.default_pool_id,
            'rules', (SELECT coalesce(jsonb_agg(jsonb_build_object('priority', r.priority, 'host', r.host, 'path', r.path, 'header', r.header,
                               'pool_id', r.pool_id, 'redirect', r.redirect) ORDER BY r.position), '[]')
                        FROM ${of("rule", "r")} AND r.listener_id = l.listener_id)) ORDER BY l.listener_id), '[]') FROM ${of("listener", "l")}) AS listeners`;

const read = statement(
  "load_balancer_configuration",
  `SELECT ${CONFIGURATION_COLUMNS} FROM load_balancer b WHERE b.workspace_id = $1::bigint AND b.load_balancer_id = $2`,
);

/** The configuration of a balancer at one moment; undefined when there is no such balancer. */
export async function readConfiguration(
  sql: Sql,
  workspaceId: bigint,
  loadBalancerId: string,
): Promise<StoredConfiguration | undefined> {
  const [row] = await sql.queryAs<StoredConfiguration>(read, [workspaceId, loadBalancerId]);
  return row;
}
