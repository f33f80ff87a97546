import { pathOf } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";
import { marksOf } from "../marks.ts";
import { LxdAcl } from "./network-answers.ts";

/** A rule of an ACL as the server has it: empty fields narrow nothing. It sorts them: what drops comes before what allows. */
export interface AclRule {
  readonly action: "allow" | "drop";
  readonly state: "enabled";
  readonly protocol?: "tcp" | "udp" | "icmp4";
  readonly source?: string;
  readonly destination?: string;
  readonly destination_port?: string;
  readonly icmp_type?: string;
}

export interface AclRules {
  readonly ingress: readonly AclRule[];
  readonly egress: readonly AclRule[];
}

/** Makes an ACL of ours, or replaces all its rules at once; the networks that it is on follow by themselves. */
export async function putAcl(site: LxdSite, name: string, id: string, rules: AclRules, signal: AbortSignal): Promise<void> {
  const acl = { ...rules, description: "", config: marksOf(site, "filter", id) };
  const present = await site.client.find(pathOf("network-acls", name), LxdAcl, signal);
  if (present === undefined) await site.client.change("POST", "/network-acls", { name, ...acl }, signal);
  else await site.client.change("PUT", pathOf("network-acls", name), acl, signal);
}

export async function removeAcl({ client }: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  await client.remove(pathOf("network-acls", name), signal);
}
