import type { Blocker } from "@fulmar/contract";

const NAMED = 5;

/** The first blockers of a refusal for its sentence, and how many more there are. */
export function namedBlockers(blockers: readonly Blocker[]): string {
  const more = blockers.length > NAMED ? ` and ${blockers.length - NAMED} more` : "";
  return `${blockers
    .slice(0, NAMED)
    .map(({ type, name, id }) => `${type} ${name} (${id})`)
    .join(", ")}${more}`;
}
