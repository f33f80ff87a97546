/**
 * SQL that is true where a text, or one of several, has the searched part in it, in any case; true everywhere when the
 * parameter is null. A function's answer tells the planner nothing of how many rows there will be: it stays with the
 * walk in the order asked for. Nothing in the part has a meaning, as it would in LIKE.
 */
export function contains(texts: string | readonly string[], part: string): string {
  const found = [texts].flat().map((text) => `strpos(lower(${text}), lower(${part}::text)) > 0`);
  return `coalesce(${found.join(" OR ")}, true)`;
}
