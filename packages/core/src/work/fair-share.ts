/** Work of a tenant. */
export interface TenantWork {
  readonly organization_id: string;
  /** Whether it kept its slot for long when it last had one. */
  readonly slow: boolean;
}

/** Slots of a worker: all, those that slow work may have together, and how many of both one organization may have. */
export interface Slots {
  readonly all: number;
  readonly slow: number;
  readonly ofOrganization: number;
  readonly slowOfOrganization: number;
}

/** The room of a claim, and the work under way of each organization, in columns. */
export interface FairRoom {
  readonly most: number;
  readonly mostSlow: number;
  readonly mostOfOrganization: number;
  readonly mostSlowOfOrganization: number;
  readonly organizations: readonly string[];
  readonly held: readonly number[];
  readonly heldSlow: readonly number[];
}

/** The room that work under way leaves. */
export function roomBeside(underWay: Iterable<TenantWork>, slots: Slots): FairRoom {
  const held = new Map<string, { all: number; slow: number }>();
  for (const { organization_id, slow } of underWay) {
    const counts = held.get(organization_id) ?? { all: 0, slow: 0 };
    held.set(organization_id, { all: counts.all + 1, slow: counts.slow + (slow ? 1 : 0) });
  }
  const counts = [...held.values()];
  return {
    most: slots.all - counts.reduce((sum, { all }) => sum + all, 0),
    mostSlow: slots.slow - counts.reduce((sum, { slow }) => sum + slow, 0),
    mostOfOrganization: slots.ofOrganization,
    mostSlowOfOrganization: slots.slowOfOrganization,
    organizations: [...held.keys()],
    held: counts.map(({ all }) => all),
    heldSlow: counts.map(({ slow }) => slow),
  };
}

/** The values of `fairShare`. */
export function roomValues(room: FairRoom) {
  return {
    most: room.most,
    most_slow: room.mostSlow,
    most_of_organization: room.mostOfOrganization,
    most_slow_of_organization: room.mostSlowOfOrganization,
    organization_ids: room.organizations,
    held: room.held,
    held_slow: room.heldSlow,
  };
}

/**
 * SQL of the rows of a CTE that there is room for. Organizations take turns: whoever has less under way comes first,
 * and equals come in random order, however much of theirs is due. `roomValues` gives its values.
 * @param due a CTE with `organization_id` and `slow`
 * @param order the order of an organization's rows
 */
export function fairShare(due: string, order: string): string {
  return `SELECT shared.* FROM (
            SELECT turn.*, row_number() OVER (PARTITION BY turn.slow ORDER BY turn.turn, random()) AS of_kind FROM (
              SELECT ${due}.*,
                     coalesce(h.held, 0) + row_number() OVER (
                       PARTITION BY ${due}.organization_id ORDER BY ${due}.slow, ${order}) AS turn,
                     coalesce(h.held_slow, 0) + row_number() OVER (
                       PARTITION BY ${due}.organization_id, ${due}.slow ORDER BY ${order}) AS slow_turn
                FROM ${due} LEFT JOIN unnest($organization_ids::text[], $held::int[], $held_slow::int[])
                  AS h (organization_id, held, held_slow) ON h.organization_id = ${due}.organization_id
            ) AS turn
             WHERE turn.turn <= $most_of_organization::int
               AND (NOT turn.slow OR turn.slow_turn <= $most_slow_of_organization::int)
          ) AS shared WHERE NOT shared.slow OR shared.of_kind <= $most_slow::int
           ORDER BY shared.turn, random() LIMIT $most::int`;
}

/**
 * SQL to order the rows of a batch by: the first of each organization, then the second of each.
 * @param organization SQL of the organization
 * @param order the order of an organization's rows
 */
export const inTurn = (organization: string, order: string) =>
  `row_number() OVER (PARTITION BY ${organization} ORDER BY ${order}), ${order}`;
