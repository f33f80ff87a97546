import type { FirewallGroup } from "@fulmar/contract";
import type { Prisma, Transaction } from "@fulmar/prisma";
import type { Workspace } from "../kernel/caller.ts";
import { newId } from "../kernel/identifiers.ts";
import { toTimestamp } from "../kernel/timestamp.ts";

const withRules = { rules: { orderBy: { rule_id: "asc" } } } as const satisfies Prisma.FirewallGroupInclude;
type FirewallGroupRow = Prisma.FirewallGroupGetPayload<{ include: typeof withRules }>;

export interface NewFirewallGroup {
  readonly name: string;
  readonly description: string | null;
  readonly isDefault: boolean;
}

/** The firewall groups of one workspace. */
export class FirewallGroupRepository {
  readonly #prisma: Transaction["prisma"];
  readonly #workspaceId: bigint;

  constructor(prisma: Transaction["prisma"], workspaceId: bigint) {
    this.#prisma = prisma;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, `limit` at most, those older than `after`. */
  list({ name }: { name?: string | undefined }, after: string | undefined, limit: number): Promise<FirewallGroupRow[]> {
    return this.#prisma.firewallGroup.findMany({
      where: { workspace_id: this.#workspaceId, ...(after !== undefined && { firewall_group_id: { lt: after } }), ...(name !== undefined && { name }) },
      orderBy: { firewall_group_id: "desc" },
      take: limit,
      include: withRules,
    });
  }

  get(firewallGroupId: string): Promise<FirewallGroupRow | null> {
    return this.#prisma.firewallGroup.findUnique({
      where: { workspace_id_firewall_group_id: { workspace_id: this.#workspaceId, firewall_group_id: firewallGroupId } },
      include: withRules,
    });
  }

  /** Makes a group with the one rule that the platform gives it: everything out. What comes in needs a rule of the user's. */
  insert({ name, description, isDefault }: NewFirewallGroup): Promise<FirewallGroupRow> {
    return this.#prisma.firewallGroup.create({
      data: {
        firewall_group_id: newId("fw"),
        workspace_id: this.#workspaceId,
        name,
        description,
        is_default: isDefault,
        rules: {
          create: {
            rule_id: newId("rule"),
            direction: "egress",
            protocol: "any",
            action: "allow",
            description: "Everything out",
            remote_targets: ["0.0.0.0/0"],
            system_managed: true,
          },
        },
      },
      include: withRules,
    });
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
    // No request links a VM to a group yet.
    linked_instance_count: 0,
    rules: row.rules.map(({ workspace_id: _, firewall_group_id: __, ...rule }) => ({
      ...rule,
      created_at: toTimestamp(rule.created_at),
      updated_at: toTimestamp(rule.updated_at),
    })),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
