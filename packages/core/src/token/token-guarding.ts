import type { TokenGuard } from "@fulmar/contract";
import { type Ceilings, type Guarding, hasCeilings } from "../request/approve/guarding.ts";

/** What holds a token `t`. */
export const GUARDING: string =
  "t.guard, t.max_deletions_per_hour, trim_scale(t.max_added_cost_per_hour)::text AS max_added_cost_per_hour, t.max_resources_per_hour, t.counted_with_token_id";

interface GuardingRow extends Ceilings {
  readonly token_id: string;
  readonly guard: TokenGuard;
  readonly counted_with_token_id: string | null;
}

/** Null for a token that nothing holds. */
export function guardingOf(row: GuardingRow): Guarding | null {
  const { guard, max_deletions_per_hour, max_added_cost_per_hour, max_resources_per_hour } = row;
  if (guard === "none" && !hasCeilings(row)) return null;
  const countedWith = row.counted_with_token_id ?? row.token_id;
  return { guard, max_deletions_per_hour, max_added_cost_per_hour, max_resources_per_hour, countedWith };
}
