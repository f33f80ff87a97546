/** What a claim may take, and what is under way of each organization, in columns. */
export interface FairRoom {
  readonly most: number;
  readonly mostSlow: number;
  readonly mostOfOrganization: number;
  readonly mostSlowOfOrganization: number;
  readonly organizations: readonly string[];
  readonly held: readonly number[];
  readonly heldSlow: readonly number[];
}

/** The parameters of `fairShare`. */
export function roomValues(room: FairRoom) {
  const { most, mostSlow, mostOfOrganization, mostSlowOfOrganization, organizations, held, heldSlow } = room;
  return [most, mostSlow, mostOfOrganization, mostSlowOfOrganization, organizations, held, heldSlow] as const;
}

/**
 * SQL of the rows of a CTE that there is room for. Organizations take turns: whoever has less under way comes first, and
 * equals come in random order, however much of theirs is due. `roomValues` are the statement's first parameters.
 * @param due a CTE with `organization_id` and `slow`
 * @param order the order of an organization's rows
 */
export function fairShare(due: string, order: string): string {
  return `SELECT shared.* FROM (
            SELECT turn.*, row_number() OVER (PARTITION BY turn.slow ORDER BY turn.turn, random()) AS of_kind FROM (
              SELECT ${due}.*, coalesce(h.held, 0) + row_number() OVER (PARTITION BY ${due}.organization_id ORDER BY ${due}.slow, ${order}) AS turn,
                     coalesce(h.held_slow, 0) + row_number() OVER (PARTITION BY ${due}.organization_id, ${due}.slow ORDER BY ${order}) AS slow_turn
                FROM ${due} LEFT JOIN unnest($5::text[], $6::int[], $7::int[]) AS h (organization_id, held, held_slow) ON h.organization_id = ${due}.organization_id
            ) AS turn WHERE turn.turn <= $3::int AND (NOT turn.slow OR turn.slow_turn <= $4::int)
          ) AS shared WHERE NOT shared.slow OR shared.of_kind <= $2::int
           ORDER BY shared.turn, random() LIMIT $1::int`;
}
