import {
  type CreateFirewallRule,
  type FirewallRule,
  MOST_RULES,
  portProblem,
  type UpdateFirewallRule,
} from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, invalidField, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { FirewallGroupRepository, toFirewallGroup } from "./firewall-groups.ts";

/** The gap between automatic priorities, so that other rules fit in between later. */
const PRIORITY_STEP = 100;
const LAST_PRIORITY = 65_535;

const columns = `rule_id, direction::text, protocol::text, action::text, description, port_start, port_end, priority, remote_targets, enabled, system_managed,
          created_at, updated_at`;
const ofGroup = "workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id";

const get = lookup("firewall_rule_get", `SELECT ${columns} FROM firewall_rule WHERE ${ofGroup} AND rule_id = $rule_id`);

type FirewallRuleRow = RowOf<typeof get>;

// The caller has locked the group, so that no rule is added between the count and the commit.
const insert = statement(
  "firewall_rule_insert",
  `INSERT INTO firewall_rule (workspace_id, firewall_group_id, rule_id, direction, protocol, action, description,
                              port_start, port_end, priority, remote_targets, enabled)
   SELECT $workspace_id::bigint, $firewall_group_id, $rule_id, $direction::firewall_direction,
          $protocol::firewall_protocol, $action::firewall_action, $description, $port_start::int, $port_end::int,
          coalesce($priority::int, least(present.highest + ${PRIORITY_STEP}, ${LAST_PRIORITY})),
          $remote_targets::text[], $enabled::boolean
     FROM (SELECT count(*) AS rules, coalesce(max(priority), 0) AS highest FROM firewall_rule
            WHERE ${ofGroup} AND NOT system_managed) present
    WHERE present.rules < ${MOST_RULES}
   RETURNING ${columns}`,
);

/** What a rule does, apart from its place among the others. As texts, so that a missing port equals another. */
const same = (rule: string) =>
  `concat_ws('/', ${rule}.direction, ${rule}.protocol, ${rule}.action, coalesce(${rule}.port_start, 0), coalesce(${rule}.port_end, 0), ${rule}.enabled,
             ${rule}.remote_targets, ${rule}.description IS NULL, ${rule}.description)`;

// A rule that was there before keeps its row, whatever its place is now. Rules of one priority are evaluated by id, so
// of those only the first ones keep theirs, as far as they are in the order of the request.
const replace = statement(
  "firewall_rules_replace",
  `WITH asked AS (
     SELECT r.*, row_number() OVER (PARTITION BY ${same("r")} ORDER BY r.position) AS nth
       FROM jsonb_to_recordset($rules::jsonb) AS r (rule_id text, position int, direction firewall_direction,
            protocol firewall_protocol, action firewall_action,
            description text, port_start int, port_end int, priority int, remote_targets text[], enabled boolean)
   ), present AS (
     SELECT p.*, row_number() OVER (PARTITION BY ${same("p")} ORDER BY p.priority, p.rule_id) AS nth
       FROM firewall_rule p WHERE ${ofGroup} AND NOT p.system_managed
   ), paired AS (
     SELECT a.*, p.rule_id AS present_id,
            p.rule_id IS NULL
            OR p.rule_id < max(p.rule_id) OVER (PARTITION BY a.priority ORDER BY a.position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS ends
       FROM asked a LEFT JOIN present p ON ${same("p")} = ${same("a")} AND p.nth = a.nth
   ), wanted AS (
     SELECT b.*, NOT bool_or(coalesce(b.ends, false)) OVER (PARTITION BY b.priority ORDER BY b.position) AS kept
       FROM paired b
   ), gone AS (
     DELETE FROM firewall_rule
      WHERE ${ofGroup} AND NOT system_managed AND rule_id <> ALL (ARRAY(SELECT w.present_id FROM wanted w WHERE w.kept))
   ), moved AS (
     UPDATE firewall_rule f SET priority = w.priority, updated_at = now() FROM wanted w
      WHERE f.workspace_id = $workspace_id::bigint AND f.firewall_group_id = $firewall_group_id
        AND f.rule_id = w.present_id AND w.kept AND f.priority <> w.priority
   )
   INSERT INTO firewall_rule (workspace_id, firewall_group_id, rule_id, direction, protocol, action, description,
                              port_start, port_end, priority, remote_targets, enabled)
   SELECT $workspace_id::bigint, $firewall_group_id, w.rule_id, w.direction, w.protocol, w.action, w.description,
          w.port_start, w.port_end, w.priority, w.remote_targets, w.enabled
     FROM wanted w WHERE NOT w.kept`,
);

const update = statement(
  "firewall_rule_update",
  `UPDATE firewall_rule
      SET direction = $direction::firewall_direction, protocol = $protocol::firewall_protocol,
          action = $action::firewall_action, description = $description,
          port_start = $port_start::int, port_end = $port_end::int, priority = $priority::int,
          remote_targets = $remote_targets::text[], enabled = $enabled::boolean, updated_at = now()
    WHERE ${ofGroup} AND rule_id = $rule_id RETURNING ${columns}`,
);

const remove = statement("firewall_rule_delete", `DELETE FROM firewall_rule WHERE ${ofGroup} AND rule_id = $rule_id`);

/** The rules of one firewall group of one workspace. A caller that changes them holds a lock on the group. */
class FirewallRuleRepository {
  readonly #sql: Sql;
  readonly #place: { readonly workspace_id: bigint; readonly firewall_group_id: string };

  constructor(sql: Sql, workspaceId: bigint, firewallGroupId: string) {
    this.#sql = sql;
    this.#place = { workspace_id: workspaceId, firewall_group_id: firewallGroupId };
  }

  async get(ruleId: string): Promise<FirewallRuleRow | undefined> {
    const [row] = await this.#sql.query(get, { ...this.#place, rule_id: ruleId });
    return row;
  }

  /**
   * Adds a rule. A rule without a priority goes last.
   * @returns undefined when the group has the maximum number of rules
   */
  async insert(rule: CreateFirewallRule): Promise<FirewallRuleRow | undefined> {
    const [row] = await this.#sql.query(insert, { ...this.#place, rule_id: newId("rule"), ...valuesOf(rule) });
    return row;
  }

  /** Replaces all rules that are not system-managed. One that is equal to another keeps its id. */
  async replace(rules: readonly CreateFirewallRule[]): Promise<void> {
    await this.#sql.query(replace, {
      ...this.#place,
      rules: JSON.stringify(inOrder(rules).map((rule, position) => ({ ...rule, position, rule_id: newId("rule") }))),
    });
  }

  async update(row: FirewallRuleRow, change: UpdateFirewallRule): Promise<FirewallRuleRow | undefined> {
    const [updated] = await this.#sql.query(update, {
      ...this.#place,
      rule_id: row.rule_id,
      ...valuesOf(changedRule(row, change)),
    });
    return updated;
  }

  async delete(ruleId: string): Promise<void> {
    await this.#sql.query(remove, { ...this.#place, rule_id: ruleId });
  }
}

/** A rule after a change. If the rule is for one port, a new first port is also the new last port. */
function changedRule(row: FirewallRuleRow, change: UpdateFirewallRule) {
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const onePort = change.port_start !== undefined && change.port_end === undefined && row.port_start === row.port_end;
  return { ...row, ...sent, ...(onePort && { port_end: change.port_start ?? null }) };
}

function toFirewallRule(row: FirewallRuleRow): FirewallRule {
  return { ...row, created_at: toTimestamp(row.created_at), updated_at: toTimestamp(row.updated_at) };
}

type RuleValues = Omit<CreateFirewallRule, "priority"> & { readonly priority?: number | null | undefined };

function valuesOf(rule: RuleValues) {
  const {
    direction,
    protocol,
    action,
    description = null,
    port_start = null,
    port_end,
    priority = null,
    remote_targets,
    enabled,
  } = rule;
  return {
    direction,
    protocol,
    action,
    description,
    port_start,
    port_end: port_end ?? port_start,
    priority,
    remote_targets,
    enabled,
  };
}

/** Gives each rule without a priority the next one after the previous rule. */
function inOrder(rules: readonly CreateFirewallRule[]) {
  let last = 0;
  return rules.map((rule) => {
    last = rule.priority ?? Math.min(last + PRIORITY_STEP, LAST_PRIORITY);
    return { ...rule, port_end: rule.port_end ?? rule.port_start, priority: last };
  });
}

export const createFirewallRule: Handler<"firewallRule.create"> = async (
  { sql, workspace },
  { firewall_group_id, ...rule },
) => {
  if (!(await new FirewallGroupRepository(sql, workspace.id).beginRuleChange(firewall_group_id)))
    throw notFound("firewall group");
  const row = await new FirewallRuleRepository(sql, workspace.id, firewall_group_id).insert(rule);
  if (row === undefined)
    throw conflict("too_many_rules", `The firewall group has ${MOST_RULES} rules already; remove one first.`);
  return toFirewallRule(row);
};

/** Replaces the user's rules in one statement, so that no VM gets only some of them. */
export const replaceFirewallRules: Handler<"firewallRule.replace"> = async (
  { sql, workspace },
  { firewall_group_id, rules },
) => {
  const groups = new FirewallGroupRepository(sql, workspace.id);
  if (!(await groups.beginRuleChange(firewall_group_id))) throw notFound("firewall group");
  await new FirewallRuleRepository(sql, workspace.id, firewall_group_id).replace(rules);
  const row = await groups.get(firewall_group_id);
  if (row === undefined) throw notFound("firewall group");
  return toFirewallGroup(row, workspace);
};

/**
 * Locks the group of a rule.
 * @returns the rule and its repository
 * @throws DomainError 404; 409 for a system rule
 */
async function lockFirewallRule({ sql, workspace }: RequestContext, firewallGroupId: string, ruleId: string) {
  if (!(await new FirewallGroupRepository(sql, workspace.id).beginRuleChange(firewallGroupId)))
    throw notFound("firewall group");
  const rules = new FirewallRuleRepository(sql, workspace.id, firewallGroupId);
  const rule = await rules.get(ruleId);
  if (rule === undefined) throw notFound("firewall rule");
  if (rule.system_managed)
    throw conflict(
      "rule_system_managed",
      "The platform manages this rule; add a rule of your own, which comes before it.",
    );
  return { rules, rule };
}

/** Changes the fields that are sent. The ports must fit the changed rule. */
export const updateFirewallRule: Handler<"firewallRule.update"> = async (
  context,
  { firewall_group_id, rule_id, ...change },
) => {
  const { rules, rule } = await lockFirewallRule(context, firewall_group_id, rule_id);
  const problem = portProblem(changedRule(rule, change));
  if (problem !== undefined) throw invalidField(problem.field, problem.message);
  if (Object.values(change).every((value) => value === undefined)) return toFirewallRule(rule);
  const row = await rules.update(rule, change);
  if (row === undefined) throw notFound("firewall rule");
  return toFirewallRule(row);
};

export const deleteFirewallRule: Handler<"firewallRule.delete"> = async (context, { firewall_group_id, rule_id }) => {
  const { rules } = await lockFirewallRule(context, firewall_group_id, rule_id);
  await rules.delete(rule_id);
  return { status: "deleted", id: rule_id };
};
