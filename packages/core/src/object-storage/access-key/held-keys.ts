// A token's guard and ceilings hold the access keys that it made (docs/adr/0077): over S3 nobody is asked, and nothing
// is counted.
/** The rights of a held access key: to read, or also to add objects that replace none. */
export type KeyHold = "reads" | "adds";

/** SQL: how the token `t` that made a key holds it, as the token is now. Null if it does not. */
export const KEY_HOLD = `CASE WHEN t.guard IN ('plan_only', 'approve_all') THEN 'reads'
  WHEN t.guard <> 'none' OR num_nonnulls(t.max_deletions_per_hour, t.max_added_cost_per_hour, t.max_resources_per_hour) > 0 THEN 'adds' END`;

export function keyHoldOf(hold: string | null): KeyHold | null {
  if (hold === null || hold === "reads" || hold === "adds") return hold;
  throw new Error(`an access key is held by the unknown ${hold}`);
}
