import type { Blocker, FirewallGroup } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Workspace } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { conflict, mayPass, notFound } from "../request/domain-error.ts";
import { newerThanAny, newId } from "../request/identifiers.ts";

/** The fields of a change. Undefined leaves a field as it is. */
interface FirewallGroupChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly is_default?: boolean | undefined;
}

interface FirewallGroupFilter {
  readonly name?: string | undefined;
  readonly search?: string | undefined;
}

interface NewFirewallGroup {
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: boolean;
}

const NEWER_THAN_ANY = newerThanAny("fw");

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

// Not `$after IS NULL OR …`, as elsewhere: with a subquery per row the server may prefer a generic plan, which would
// not use the cursor as an index condition.
const list = statement(
  "firewall_group_list",
  recordsOf(
    `AND firewall_group_id < $after AND coalesce(name = $name::text, true) AND ${contains("name", "$search")}
     ORDER BY firewall_group_id DESC LIMIT $limit`,
  ),
);
const get = statement("firewall_group_get", recordsOf("AND firewall_group_id = $firewall_group_id"));

/** A firewall group as lists and gets read it, with its rules in order of evaluation. */
type FirewallGroupRow = RowOf<typeof get>;

/** The records of the groups that are linked to the VM `$vm_id` of the workspace `$workspace_id`, newest first. */
export const groupsOfVm = recordsOf(
  `AND firewall_group_id IN (SELECT l.firewall_group_id FROM firewall_group_vm l
                              WHERE l.workspace_id = $workspace_id::bigint AND l.vm_id = $vm_id)`,
);

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
  `SELECT v.type::text || '_vm' AS type, v.vm_id AS id, v.name FROM firewall_group_vm l
     JOIN vm v ON v.workspace_id = l.workspace_id AND v.vm_id = l.vm_id
    WHERE l.workspace_id = $workspace_id::bigint AND l.firewall_group_id = $firewall_group_id ORDER BY l.vm_id
    LIMIT 20`,
);
const remove = statement(
  "firewall_group_delete",
  "DELETE FROM firewall_group WHERE workspace_id = $workspace_id::bigint AND firewall_group_id = $firewall_group_id",
);

/** The firewall groups of one workspace. */
export class FirewallGroupRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, at most `limit`, older than `after`. */
  list({ name, search }: FirewallGroupFilter, after: string | undefined, limit: number): Promise<FirewallGroupRow[]> {
    return this.#sql.query(list, {
      workspace_id: this.#workspaceId,
      after: after ?? NEWER_THAN_ANY,
      name: name ?? null,
      search: search ?? null,
      limit,
    });
  }

  async get(firewallGroupId: string): Promise<FirewallGroupRow | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, firewall_group_id: firewallGroupId });
    return row;
  }

  /** Whether a group exists. Does not read its rules and links. */
  async exists(firewallGroupId: string): Promise<boolean> {
    return (
      (await this.#sql.query(exists, { workspace_id: this.#workspaceId, firewall_group_id: firewallGroupId })).length >
      0
    );
  }

  /**
   * Creates a group with its one system rule, which allows all outgoing traffic. Incoming traffic needs rules of the
   * user.
   */
  async insert({ name, description, isDefault }: NewFirewallGroup): Promise<FirewallGroupRow> {
    const firewallGroupId = newId("fw");
    await this.#sql.query(insert, {
      workspace_id: this.#workspaceId,
      firewall_group_id: firewallGroupId,
      name,
      description,
      is_default: isDefault,
      rule_id: newId("rule"),
    });
    const row = await this.get(firewallGroupId);
    if (row === undefined) throw new Error("the database created no firewall group");
    return row;
  }

  /** Locks a group until the transaction ends, so that nothing is linked to it meanwhile. */
  async lock(firewallGroupId: string): Promise<{ name: string; is_default: boolean } | undefined> {
    const [row] = await this.#sql.query(lock, { workspace_id: this.#workspaceId, firewall_group_id: firewallGroupId });
    return row;
  }

  /**
   * Locks a group for a change of its rules, so that changes are serialized.
   * @returns whether it exists
   */
  async beginRuleChange(firewallGroupId: string): Promise<boolean> {
    return (
      (await this.#sql.query(touch, { workspace_id: this.#workspaceId, firewall_group_id: firewallGroupId })).length > 0
    );
  }

  async update(firewallGroupId: string, { name, description, is_default }: FirewallGroupChange): Promise<void> {
    await this.#sql.query(update, {
      workspace_id: this.#workspaceId,
      firewall_group_id: firewallGroupId,
      name: name ?? null,
      sets_description: description !== undefined,
      description: description ?? null,
      is_default: is_default ?? null,
    });
  }

  /** Some of the VMs that a group is linked to, as blockers of its deletion. */
  linked(firewallGroupId: string): Promise<Blocker[]> {
    return this.#sql.query(linked, { workspace_id: this.#workspaceId, firewall_group_id: firewallGroupId });
  }

  async delete(firewallGroupId: string): Promise<void> {
    await this.#sql.query(remove, { workspace_id: this.#workspaceId, firewall_group_id: firewallGroupId });
  }
}

export function toFirewallGroup(row: FirewallGroupRow, workspace: Workspace): FirewallGroup {
  return {
    firewall_group_id: row.firewall_group_id,
    organization_id: workspace.organizationId,
    workspace_id: String(workspace.id),
    workspace_name: workspace.name,
    name: row.name,
    description: row.description,
    status: "active",
    is_default: row.is_default,
    linked_instance_count: row.linked_instance_count,
    rules: row.rules.map((rule) => ({
      ...rule,
      created_at: toTimestamp(new Date(rule.created_at)),
      updated_at: toTimestamp(new Date(rule.updated_at)),
    })),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export const listFirewallGroups: Handler<"firewallGroup.list"> = async (
  { sql, workspace },
  { limit, cursor, ...filter },
) => {
  const rows = await new FirewallGroupRepository(sql, workspace.id).list(filter, decodeCursor(cursor, "fw"), limit + 1);
  return toPage(
    rows,
    limit,
    (row) => row.firewall_group_id,
    (row) => toFirewallGroup(row, workspace),
  );
};

/** POST /networking/firewall-groups. The database refuses a taken name or a second default group. */
export const createFirewallGroup: Handler<"firewallGroup.create"> = async (
  { sql, workspace },
  { name, description = null, is_default },
) => {
  const row = await new FirewallGroupRepository(sql, workspace.id).insert({ name, description, isDefault: is_default });
  return toFirewallGroup(row, workspace);
};

export const getFirewallGroup: Handler<"firewallGroup.get"> = async ({ sql, workspace }, { firewall_group_id }) => {
  const row = await new FirewallGroupRepository(sql, workspace.id).get(firewall_group_id);
  if (row === undefined) throw notFound("firewall group");
  return toFirewallGroup(row, workspace);
};

/** Changes the fields that are sent. The database refuses a taken name or a second default group. */
export const updateFirewallGroup: Handler<"firewallGroup.update"> = async (
  { sql, workspace },
  { firewall_group_id, ...change },
) => {
  const groups = new FirewallGroupRepository(sql, workspace.id);
  if (Object.values(change).some((value) => value !== undefined)) await groups.update(firewall_group_id, change);
  const row = await groups.get(firewall_group_id);
  if (row === undefined) throw notFound("firewall group");
  return toFirewallGroup(row, workspace);
};

/**
 * Deletes a firewall group and its rules. Refuses if VMs are linked to it or it is the default.
 */
export const deleteFirewallGroup: Handler<"firewallGroup.delete"> = async (
  { sql, workspace },
  { firewall_group_id },
) => {
  const groups = new FirewallGroupRepository(sql, workspace.id);
  const locked = await groups.lock(firewall_group_id);
  if (locked === undefined) throw notFound("firewall group");
  if (locked.is_default)
    throw conflict("firewall_group_default", "The firewall group is the workspace's default; change is_default first.");
  const blockers = await groups.linked(firewall_group_id);
  if (blockers.length > 0)
    throw mayPass(
      conflict("firewall_group_in_use", "VMs are linked to the firewall group; unlink them first.", blockers),
    );
  await groups.delete(firewall_group_id);
  return { status: "deleted", id: firewall_group_id };
};
