/** The contract's limit. */
export const LONGEST_QUERY = 254;

/** The query in an address. Empty if there is none. */
export function queryOf(q: string | readonly string[] | null | undefined): string {
  return typeof q === "string" ? q.trim().slice(0, LONGEST_QUERY).trim() : "";
}
