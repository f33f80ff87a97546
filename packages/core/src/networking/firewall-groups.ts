import { FirewallGroup } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import { type Workspace, workspaceIds } from "../request/caller.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { conflict, found, mayPass } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { groupsFor } from "./firewall-members.ts";

/**
 * The records of the groups that `groups` selects. A list selects its page there, so that rules and links are only read
 * for the page.
 */
const recordsOf = (groups: string) => `
  SELECT g.firewall_group_id, g.name, g.description, g.is_default, g.created_at, g.updated_at,
         (SELECT count(*)::int FROM firewall_group_vm l
           WHERE l.workspace_id = g.workspace_id
             AND l.firewall_group_id = g.firewall_group_id) AS linked_instance_count,
         coalesce((SELECT jsonb_agg(to_jsonb(r) - 'workspace_id' - 'firewall_group_id' ORDER BY r.priority NULLS LAST,
                                    r.rule_id)
                     FROM firewall_rule r
                    WHERE r.workspace_id = g.workspace_id AND r.firewall_group_id = g.firewall_group_id), '[]') AS rules
    FROM (SELECT * FROM firewall_group WHERE workspace_id = $workspace_id::bigint ${groups}) g
   ORDER BY g.firewall_group_id DESC`;

const list = statement(
  "firewall_group_list",
  recordsOf(
    `AND firewall_group_id < $after AND coalesce(name = $name::text, true) AND ${contains("name", "$search")}
     ORDER BY firewall_group_id DESC LIMIT $limit`,
  ),
);
const get = statement("firewall_group_get", recordsOf("AND firewall_group_id = $firewall_group_id"));

type FirewallGroupRow = RowOf<typeof get>;

/** The records of the groups whose rules the VM `$vm_id` of the workspace `$workspace_id` has, newest first. */
export const groupsOfVm = recordsOf(`AND firewall_group_id IN (${groupsFor("$workspace_id::bigint", "$vm_id")})`);

const insert = statement(
  "firewall_group_insert",
  `WITH made AS (
     INSERT INTO firewall_group (firewall_group_id, workspace_id, name, description, is_default)
     VALUES ($firewall_group_id, $workspace_id::bigint, $name, $description, $is_default::boolean)
     RETURNING workspace_id, firewall_group_id
   )
   INSERT INTO firewall_rule (rule_id, workspace_id, firewall_group_id, direction, protocol, action, description,
                              remote_targets, system_managed)
   SELECT $rule_id, workspace_id, firewall_group_id, 'egress', 'any', 'allow', 'Everything out', '{0.0.0.0/0}', true
     FROM made`,
);

const exists = statement(
  "firewall_group_exists",
  "SELECT FROM firewall_group WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id",
);
const lock = statement(
  "firewall_group_lock",
  `SELECT name, is_default FROM firewall_group
    WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id FOR UPDATE`,
);
const touch = statement(
  "firewall_group_touch",
  `UPDATE firewall_group SET updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id RETURNING firewall_group_id`,
);
const update = statement(
  "firewall_group_update",
  `UPDATE firewall_group
      SET name = coalesce($name, name),
          description = CASE WHEN $sets_description::boolean THEN $description ELSE description END,
          is_default = coalesce($is_default::boolean, is_default), updated_at = now()
    WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id`,
);
const linked = statement(
  "firewall_group_linked",
  `(SELECT v.type::text || '_vm' AS type, v.vm_id AS id, v.name FROM firewall_group_vm l
      JOIN vm v ON v.workspace_id = l.workspace_id AND v.vm_id = l.vm_id
     WHERE l.workspace_id = $workspace_id::bigint AND l.firewall_group_id = $firewall_group_id ORDER BY l.vm_id
     LIMIT 20)
    UNION ALL
   (SELECT 'subnet', n.subnet_id, n.name FROM firewall_group_subnet l JOIN subnet n USING (workspace_id, subnet_id)
     WHERE l.workspace_id = $workspace_id::bigint AND l.firewall_group_id = $firewall_group_id ORDER BY n.subnet_id
     LIMIT 20)`,
);
/** The rules of other groups that name the group. Its own go with it. */
const namedBy = statement(
  "firewall_group_named_by",
  `SELECT 'firewall_rule' AS type, r.rule_id AS id, concat_ws(': ', g.name, r.description) AS name FROM firewall_rule r
     JOIN firewall_group g USING (workspace_id, firewall_group_id)
    WHERE r.workspace_id = $workspace_id::bigint AND r.remote_group_id = $firewall_group_id
      AND r.firewall_group_id <> $firewall_group_id
    ORDER BY r.rule_id LIMIT 20`,
);
const remove = statement(
  "firewall_group_delete",
  "DELETE FROM firewall_group WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id",
);

const shown = wireForm(FirewallGroup);

export function toFirewallGroup(row: FirewallGroupRow, workspace: Workspace): FirewallGroup {
  return shown({
    ...row,
    ...workspaceIds(workspace),
    workspace_name: workspace.name,
    status: "active",
    rules: row.rules.map((rule) => ({
      ...rule,
      created_at: toTimestamp(new Date(rule.created_at)),
      updated_at: toTimestamp(new Date(rule.updated_at)),
    })),
  });
}

/** @throws DomainError 404 */
export async function readFirewallGroup(
  { sql, workspace }: InWorkspace,
  firewall_group_id: string,
): Promise<FirewallGroupRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, firewall_group_id }), "firewall group");
}

/** Refuses an unknown group without reading its rules and links. @throws DomainError 404 */
export async function requireFirewallGroup({ sql, workspace }: InWorkspace, firewall_group_id: string): Promise<void> {
  found(await sql.maybe(exists, { workspace_id: workspace.id, firewall_group_id }), "firewall group");
}

/** Locks a group for a change of its rules, so that changes are serialized. @throws DomainError 404 */
export async function beginRuleChange({ sql, workspace }: InWorkspace, firewall_group_id: string): Promise<void> {
  found(await sql.maybe(touch, { workspace_id: workspace.id, firewall_group_id }), "firewall group");
}

export const listFirewallGroups: Handler<"firewallGroup.list"> = async (
  { sql, workspace },
  { limit, cursor, name, search },
) => {
  const after = olderThan(cursor, "fw");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, name, search, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.firewall_group_id,
    (row) => toFirewallGroup(row, workspace),
  );
};

/**
 * Creates a group with its one system rule, which allows all outgoing traffic. Incoming traffic needs rules of the user.
 * The database refuses a taken name or a second default group.
 */
export const createFirewallGroup: Handler<"firewallGroup.create"> = async (
  { sql, workspace },
  { description, ...input },
) => {
  const values = { workspace_id: workspace.id, firewall_group_id: newId("fw"), ...input, description };
  await sql.query(insert, { ...values, rule_id: newId("rule") });
  return toFirewallGroup(await sql.one(get, values), workspace);
};

export const getFirewallGroup: Handler<"firewallGroup.get"> = async (context, { firewall_group_id }) =>
  toFirewallGroup(await readFirewallGroup(context, firewall_group_id), context.workspace);

/** Changes the fields that are sent. The database refuses a taken name or a second default group. */
export const updateFirewallGroup: Handler<"firewallGroup.update"> = async (
  context,
  { firewall_group_id, ...change },
) => {
  const { sql, workspace } = context;
  const { name, description, is_default } = change;
  if (Object.values(change).some((value) => value !== undefined))
    await sql.query(update, {
      workspace_id: workspace.id,
      firewall_group_id,
      name,
      sets_description: description !== undefined,
      description,
      is_default,
    });
  return toFirewallGroup(await readFirewallGroup(context, firewall_group_id), workspace);
};

/**
 * Deletes a firewall group and its rules. Refuses if VMs or subnets are linked to it, other rules name it, or it is the
 * default.
 */
export const deleteFirewallGroup: Handler<"firewallGroup.delete"> = async ({ sql, workspace }, ids) => {
  const values = { workspace_id: workspace.id, ...ids };
  const locked = found(await sql.maybe(lock, values), "firewall group");
  if (locked.is_default)
    throw conflict("firewall_group_default", "The firewall group is the workspace's default; change is_default first.");
  const blockers = await sql.query(linked, values);
  if (blockers.length > 0)
    throw mayPass(
      conflict(
        "firewall_group_in_use",
        "VMs or subnets are linked to the firewall group; unlink them first.",
        blockers,
      ),
    );
  const naming = await sql.query(namedBy, values);
  if (naming.length > 0)
    throw mayPass(
      conflict("firewall_group_named", "Rules of other firewall groups name the group; remove them first.", naming),
    );
  await sql.query(remove, values);
  return { status: "deleted", id: ids.firewall_group_id };
};
