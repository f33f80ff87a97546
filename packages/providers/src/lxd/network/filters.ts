import { isDeepStrictEqual } from "node:util";
import { pathOf } from "../client/lxd-client.ts";
import { LxdRefusal } from "../client/lxd-refusal.ts";
import { labelsOf } from "../labels.ts";
import type { LxdSite } from "../lxd-site.ts";
import { type AclRule, LxdAcl } from "./network-answers.ts";

export type { AclRule } from "./network-answers.ts";

export interface AclRules {
  readonly ingress: readonly AclRule[];
  readonly egress: readonly AclRule[];
}

/** Creates an ACL of ours, or replaces all its rules at once. The server updates the networks that use it. */
export async function putAcl(
  site: LxdSite,
  name: string,
  id: string,
  rules: AclRules,
  signal: AbortSignal,
): Promise<void> {
  const acl = { ...rules, description: "", config: labelsOf(site, "filter", id) };
  const present = await site.client.find(pathOf("network-acls", name), LxdAcl, signal);
  if (present === undefined && (await create(site, { name, ...acl }, signal))) return;
  if (!isDeepStrictEqual({ ingress: present?.ingress, egress: present?.egress }, rules))
    await site.client.change("PUT", pathOf("network-acls", name), acl, signal);
}

/** @returns false if another worker has created the ACL meanwhile */
async function create(site: LxdSite, acl: object, signal: AbortSignal): Promise<boolean> {
  try {
    await site.client.change("POST", "/network-acls", acl, signal);
    return true;
  } catch (error) {
    if (error instanceof LxdRefusal && /already exists/i.test(String(error.cause))) return false;
    throw error;
  }
}

export async function removeAcl({ client }: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  await client.remove(pathOf("network-acls", name), signal);
}
