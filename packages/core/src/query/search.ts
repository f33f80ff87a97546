/**
 * SQL that is true if one of the texts contains the searched part, ignoring case, or if the parameter is null. The
 * planner cannot estimate the selectivity of a function, so it keeps scanning in the requested order. The part has no
 * wildcards, unlike LIKE.
 */
export function contains(texts: string | readonly string[], part: string): string {
  const found = [texts].flat().map((text) => `strpos(lower(${text}), lower(${part}::text)) > 0`);
  return `coalesce(${found.join(" OR ")}, true)`;
}

/** SQL that is true if a column has one of the values of an array parameter, or if the parameter is null. */
export function isAmong(column: string, values: string): string {
  return `(${values}::text[] IS NULL OR ${column}::text = ANY (${values}::text[]))`;
}

/** SQL that is true if an array column has one of the values of an array parameter, or if the parameter is null. */
export function hasAny(column: string, values: string): string {
  return `(${values}::text[] IS NULL OR ${column} && ${values}::text[])`;
}
