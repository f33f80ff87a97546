import { CDN_CACHE_POLICIES } from "@fulmar/contract/cdn";
import { POLICY_NAME } from "./distribution-words.ts";

/** A cache policy in words; one that this console does not know as it is. */
export function policyName(policy: string): string {
  const known = CDN_CACHE_POLICIES.find((each) => each === policy);
  return known === undefined ? policy : POLICY_NAME[known];
}
