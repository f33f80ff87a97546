import type { ApiTokenRecord } from "@fulmar/contract";

/** Who created a token, as the end of a sentence. */
export function tokenMakerOf({ created_by }: Pick<ApiTokenRecord, "created_by">): string {
  if (created_by === null) return "on the command line";
  return created_by.is_member ? `by ${created_by.name}` : `by ${created_by.name}, a former member`;
}
