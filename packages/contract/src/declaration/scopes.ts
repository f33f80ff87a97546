/** The scopes of tokens. The text is shown where scopes are chosen. */
export const SCOPES = {
  "secret-store.read": "List stores, get secret metadata and values",
  "secret-store.write": "Create and archive stores, create and update secrets",
  "object-storage.read": "List and read buckets and their objects",
  "object-storage.write": "Create buckets, update their settings and upload objects",
  "object-storage.delete": "Delete buckets and objects",
  "network.read": "List VPCs, subnets, NAT gateways, reserved IPs and firewall resources",
  "network.write": "Create, update, attach and delete networking resources",
  "load-balancer.read": "List load balancers and read provisioning status",
  "load-balancer.write": "Create, update and delete load balancers",
  "vm.read": "List and get VMs and operations",
  "vm.write": "Create, update and delete VMs, run power actions",
  "billing.read": "Check purchases, read prices, usage, invoices, payments, billing details and budgets",
  "billing.write": "Change billing details; begin payments; create, change and delete budgets; ask for higher quotas",
  "block-storage.read": "List volumes and read volume operation history",
  "block-storage.write": "Create, attach, detach, resize and delete volumes",
  "cdn.read": "List distributions, website settings and custom domains",
  "cdn.write": "Manage distributions, website settings, domains, URLs and cache purges",
  "dns.read": "List DNS zones and their record sets, and export them",
  "dns.write": "Create, change and delete DNS zones and their record sets",
  "alert.read": "List alert rules and alerts",
  "alert.write": "Create, change and delete alert rules",
  "webhook.read": "List webhooks and their deliveries",
  "webhook.write": "Create, change and delete webhooks, and send deliveries again",
  "token.read": "List the organization's API tokens, without their values",
  "token.write": "Create, change, rotate and revoke API tokens that may do no more than this one",
  "workspace.read": "List workspaces, members and invitations",
  "workspace.write": "Create, rename and delete workspaces",
} as const;

export type Scope = keyof typeof SCOPES;

/**
 * What a scope reaches beyond its family, for who chooses it. `strict` is the scope that this takes besides where the
 * organization has `strict_scopes`.
 */
export const SCOPE_REACH: Readonly<Partial<Record<Scope, { readonly text: string; readonly strict?: Scope }>>> = {
  "object-storage.write": {
    text: "Also makes buckets public, so that everybody reads their objects.",
    strict: "object-storage.read",
  },
  "network.write": { text: "Also connects VMs and load balancers to networks, addresses and firewall groups." },
  "load-balancer.write": { text: "Also puts load balancers into networks and gives them reserved IPs." },
  "vm.write": { text: "Also puts VMs into networks, and takes snapshots of their volumes." },
  "block-storage.write": { text: "Also attaches volumes to VMs." },
  "cdn.write": {
    text: "Also hands out the objects of every bucket, by distributions and URLs.",
    strict: "object-storage.read",
  },
};

/** The same as a text. Undefined if the scope reaches nothing beyond its family. */
export function reachOf(scope: Scope, organization: { readonly strict_scopes: boolean }): string | undefined {
  const { text, strict } = SCOPE_REACH[scope] ?? {};
  if (text === undefined || strict === undefined || !organization.strict_scopes) return text;
  return `${text} That takes ${strict}, too: the organization has strict scopes.`;
}

export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[];

export function isScope(value: string): value is Scope {
  return Object.hasOwn(SCOPES, value);
}
