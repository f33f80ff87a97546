/**
 * SQL that is true if one of the texts contains the searched part, ignoring case, or if the parameter is null. The
 * planner cannot estimate the selectivity of a function, so it keeps scanning in the requested order. The part has no
 * wildcards, unlike LIKE.
 */
export function contains(texts: string | readonly string[], part: string): string {
  const found = [texts].flat().map((text) => `strpos(lower(${text}), lower(${part}::text)) > 0`);
  return `coalesce(${found.join(" OR ")}, true)`;
}
