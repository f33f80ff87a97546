import {
  ANYWHERE,
  type CreateFirewallRule,
  FirewallRule,
  MOST_RULES,
  ruleProblem,
  type UpdateFirewallRule,
} from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, found, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { beginRuleChange, readFirewallGroup, toFirewallGroup } from "./firewall-groups.ts";
import { keepFirewallGroups } from "./firewall-instances.ts";

/** The gap between automatic priorities, so that other rules fit in between later. */
const PRIORITY_STEP = 100;
const LAST_PRIORITY = 65_535;

const columns = `rule_id, direction::text, protocol::text, action::text, description, port_start, port_end, icmp_type,
          icmp_code, priority, remote_targets, remote_group_id, remote_tag, enabled, system_managed, created_at,
          updated_at`;
const ofGroup = "workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id";

const get = lookup("firewall_rule_get", `SELECT ${columns} FROM firewall_rule WHERE ${ofGroup} AND rule_id = $rule_id`);

type FirewallRuleRow = RowOf<typeof get>;

// The caller has locked the group, so that no rule is added between the count and the commit.
const insert = statement(
  "firewall_rule_insert",
  `INSERT INTO firewall_rule (workspace_id, firewall_group_id, rule_id, direction, protocol, action, description,
                              port_start, port_end, icmp_type, icmp_code, priority, remote_targets, remote_group_id,
                              remote_tag, enabled)
   SELECT $workspace_id::bigint, $firewall_group_id, $rule_id, $direction::firewall_direction,
          $protocol::firewall_protocol, $action::firewall_action, $description, $port_start::int, $port_end::int,
          $icmp_type::int, $icmp_code::int,
          coalesce($priority::int, least(present.highest + ${PRIORITY_STEP}, ${LAST_PRIORITY})),
          $remote_targets::text[], $remote_group_id, $remote_tag, $enabled::boolean
     FROM (SELECT count(*) AS rules, coalesce(max(priority), 0) AS highest FROM firewall_rule
            WHERE ${ofGroup} AND NOT system_managed) present
    WHERE present.rules < ${MOST_RULES}
   RETURNING ${columns}`,
);

/** The effect of a rule, apart from its place among the others. As texts, so that a missing port equals another. */
const same = (rule: string) =>
  `concat_ws('/', ${rule}.direction, ${rule}.protocol, ${rule}.action,
     coalesce(${rule}.port_start, 0), coalesce(${rule}.port_end, 0),
     coalesce(${rule}.icmp_type, -1), coalesce(${rule}.icmp_code, -1), ${rule}.enabled, ${rule}.remote_targets,
     coalesce(${rule}.remote_group_id, ''), to_jsonb(${rule}.remote_tag), ${rule}.description IS NULL,
     ${rule}.description)`;

// A rule that was there before keeps its row, whatever its place is now. Rules of one priority are evaluated by id, so
// of those only the first ones keep theirs, as far as they are in the order of the request.
const replace = statement(
  "firewall_rules_replace",
  `WITH asked AS (
     SELECT r.*, row_number() OVER (PARTITION BY ${same("r")} ORDER BY r.position) AS nth
       FROM jsonb_to_recordset($rules::jsonb) AS r (rule_id text, position int, direction firewall_direction,
            protocol firewall_protocol, action firewall_action,
            description text, port_start int, port_end int, icmp_type int, icmp_code int, priority int,
            remote_targets text[], remote_group_id text, remote_tag text, enabled boolean)
   ), present AS (
     SELECT p.*, row_number() OVER (PARTITION BY ${same("p")} ORDER BY p.priority, p.rule_id) AS nth
       FROM firewall_rule p WHERE ${ofGroup} AND NOT p.system_managed
   ), paired AS (
     SELECT a.*, p.rule_id AS present_id,
            p.rule_id IS NULL
            OR p.rule_id < max(p.rule_id) OVER (
                 PARTITION BY a.priority ORDER BY a.position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS ends
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
                              port_start, port_end, icmp_type, icmp_code, priority, remote_targets, remote_group_id,
                              remote_tag, enabled)
   SELECT $workspace_id::bigint, $firewall_group_id, w.rule_id, w.direction, w.protocol, w.action, w.description,
          w.port_start, w.port_end, w.icmp_type, w.icmp_code, w.priority, w.remote_targets, w.remote_group_id,
          w.remote_tag, w.enabled
     FROM wanted w WHERE NOT w.kept`,
);

const update = statement(
  "firewall_rule_update",
  `UPDATE firewall_rule
      SET direction = $direction::firewall_direction, protocol = $protocol::firewall_protocol,
          action = $action::firewall_action, description = $description,
          port_start = $port_start::int, port_end = $port_end::int, icmp_type = $icmp_type::int,
          icmp_code = $icmp_code::int, priority = $priority::int, remote_targets = $remote_targets::text[],
          remote_group_id = $remote_group_id, remote_tag = $remote_tag, enabled = $enabled::boolean, updated_at = now()
    WHERE ${ofGroup} AND rule_id = $rule_id RETURNING ${columns}`,
);

const remove = statement("firewall_rule_delete", `DELETE FROM firewall_rule WHERE ${ofGroup} AND rule_id = $rule_id`);

const NO_REMOTE = { remote_targets: [], remote_group_id: null, remote_tag: null };

/**
 * A rule after a change. If the rule is for one port, a new first port is also the new last port. What it names is
 * replaced as a whole. A code of ICMP goes with its type.
 */
function changedRule(row: FirewallRuleRow, change: UpdateFirewallRule) {
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const onePort = change.port_start !== undefined && change.port_end === undefined && row.port_start === row.port_end;
  const { remote_targets = [], remote_group_id = null, remote_tag = null } = change;
  const named = remote_targets.length > 0 || remote_group_id !== null || remote_tag !== null;
  return {
    ...row,
    ...(named && NO_REMOTE),
    ...(change.icmp_type !== undefined && change.icmp_type !== row.icmp_type && { icmp_code: null }),
    ...sent,
    ...(onePort && { port_end: change.port_start ?? null }),
  };
}

const toFirewallRule = wireForm(FirewallRule);

type RuleValues = Omit<CreateFirewallRule, "priority"> & { readonly priority?: number | null | undefined };

/** The values of a rule. By default, `port_end` is `port_start`, one port, and a rule is for everywhere. */
function valuesOf({ description, port_start, port_end, priority, icmp_type, icmp_code, ...rule }: RuleValues) {
  const { remote_group_id = null, remote_tag = null, remote_targets, ...rest } = rule;
  const named = remote_group_id !== null || remote_tag !== null;
  return {
    ...rest,
    ...{ description, port_start, port_end: port_end ?? port_start, priority, icmp_type, icmp_code },
    ...{ remote_targets: remote_targets ?? (named ? [] : [ANYWHERE]), remote_group_id, remote_tag },
  };
}

/** Locks the groups that rules name against deletion. @throws DomainError 404 if one does not exist */
async function keepNamedGroups(
  context: InWorkspace,
  rules: readonly Pick<UpdateFirewallRule, "remote_group_id">[],
): Promise<void> {
  await keepFirewallGroups(
    context,
    rules.flatMap(({ remote_group_id }) => remote_group_id ?? []),
  );
}

/** Gives each rule without a priority the next one after the previous rule. */
function inOrder(rules: readonly CreateFirewallRule[]) {
  let last = 0;
  return rules.map((rule) => {
    last = rule.priority ?? Math.min(last + PRIORITY_STEP, LAST_PRIORITY);
    return { ...valuesOf(rule), priority: last };
  });
}

/** Rules as a group would have them, in place of the present ones of its user. Nothing is stored. */
export function inStoredForm(rules: readonly CreateFirewallRule[]) {
  return inOrder(rules).map(({ description = null, port_start = null, port_end = null, ...rule }) => ({
    ...rule,
    ...{ description, port_start, port_end, icmp_type: rule.icmp_type ?? null, icmp_code: rule.icmp_code ?? null },
    ...{ rule_id: newId("rule"), system_managed: false },
  }));
}

export const createFirewallRule: Handler<"firewallRule.create"> = async (context, { firewall_group_id, ...rule }) => {
  const { sql, workspace } = context;
  await beginRuleChange(context, firewall_group_id);
  await keepNamedGroups(context, [rule]);
  const place = { workspace_id: workspace.id, firewall_group_id, rule_id: newId("rule") };
  const row = await sql.maybe(insert, { ...place, ...valuesOf(rule) });
  if (row === undefined)
    throw conflict("too_many_rules", `The firewall group has ${MOST_RULES} rules already; remove one first.`);
  return toFirewallRule(row);
};

/**
 * Replaces the user's rules in one statement, so that no VM gets only some of them. One that is equal to another keeps
 * its id.
 */
export const replaceFirewallRules: Handler<"firewallRule.replace"> = async (context, { firewall_group_id, rules }) => {
  const { sql, workspace } = context;
  await beginRuleChange(context, firewall_group_id);
  await keepNamedGroups(context, rules);
  const made = inOrder(rules).map((rule, position) => ({ ...rule, position, rule_id: newId("rule") }));
  await sql.query(replace, { workspace_id: workspace.id, firewall_group_id, rules: JSON.stringify(made) });
  return toFirewallGroup(await readFirewallGroup(context, firewall_group_id), workspace);
};

interface RulePlace {
  readonly firewall_group_id: string;
  readonly rule_id: string;
}

/** Locks the group of a rule and reads the rule. @throws DomainError 404; 409 for a system rule */
async function lockFirewallRule(context: InWorkspace, place: RulePlace): Promise<FirewallRuleRow> {
  const { sql, workspace } = context;
  await beginRuleChange(context, place.firewall_group_id);
  const rule = found(await sql.maybe(get, { workspace_id: workspace.id, ...place }), "firewall rule");
  if (rule.system_managed)
    throw conflict(
      "rule_system_managed",
      "The platform manages this rule; add a rule of your own, which comes before it.",
    );
  return rule;
}

/** Changes the fields that are sent. The ports must fit the changed rule. */
export const updateFirewallRule: Handler<"firewallRule.update"> = async (
  context,
  { firewall_group_id, rule_id, ...change },
) => {
  const { sql, workspace } = context;
  const rule = await lockFirewallRule(context, { firewall_group_id, rule_id });
  const changed = changedRule(rule, change);
  const problem = ruleProblem(changed);
  if (problem !== undefined) throw invalidField(problem.field, problem.message);
  await keepNamedGroups(context, [change]);
  if (Object.values(change).every((value) => value === undefined)) return toFirewallRule(rule);
  const values = { workspace_id: workspace.id, firewall_group_id, ...valuesOf(changed), rule_id };
  return toFirewallRule(found(await sql.maybe(update, values), "firewall rule"));
};

export const deleteFirewallRule: Handler<"firewallRule.delete"> = async (context, place) => {
  await lockFirewallRule(context, place);
  await context.sql.query(remove, { workspace_id: context.workspace.id, ...place });
  return { status: "deleted", id: place.rule_id };
};
