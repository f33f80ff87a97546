import type { MemberCredentials } from "@fulmar/contract";
import { countOf } from "@/client/format.ts";

/** "3 API tokens and 2 access keys", without those of which there are none. Undefined if there are none at all. */
export function describeCredentials({ api_tokens, access_keys }: MemberCredentials): string | undefined {
  const kinds = [
    [api_tokens, "API token"],
    [access_keys, "access key"],
  ] as const;
  const words = kinds.flatMap(([count, name]) => (count === 0 ? [] : [countOf(count, name)]));
  return words.length === 0 ? undefined : words.join(" and ");
}
