import { type FoundResource, type FoundType, nameInSentence } from "@fulmar/contract";
import { formatStatus } from "@/client/format.ts";
import { FAMILIES, listOf, type WorkspaceHref, workspaceHref } from "./destinations.ts";
import type { PageAction } from "./page-actions.ts";
import { resourcePage, titleOf } from "./resource-page.ts";

type AccountHref = "/account/profile" | "/account/security";

/** An entry of the palette. */
export interface PaletteItem {
  readonly key: string;
  readonly group: "On this page" | "Go to" | "Commands" | "Resources";
  readonly label: string;
  /** Its kind and its state. */
  readonly note: string;
  readonly refusal: string | null;
  readonly target: { readonly href: WorkspaceHref | AccountHref } | { readonly onSelect: () => void };
}

/** Types of resources with a create page. */
const MADE_ON_A_PAGE = [
  "cloud_vm",
  "gpu_vm",
  "vm_group",
  "ssh_key",
  "startup_script",
  "volume",
  "bucket",
  "access_key",
  "vpc",
  "reserved_ip",
  "firewall_group",
  "load_balancer",
  "cdn_distribution",
  "dns_zone",
  "secret_store",
  "alert_rule",
  "webhook",
] as const satisfies readonly FoundType[];

/** Pages without their own entry in the navigation. */
const FURTHER = [
  ...MADE_ON_A_PAGE.map((type) => ({
    // Outside of the CDN pages its full name is needed.
    label: `New ${type === "cdn_distribution" ? "CDN distribution" : nameInSentence(type)}`,
    page: `${listOf(type).page}/new`,
  })),
  { label: "New API token", page: "api-tokens/new" },
  { label: "Backup destinations", page: "backups/destinations" },
  { label: "Copies of backups", page: "backups/copies" },
  { label: "CDN signing keys", page: "cdn/signing-keys" },
  { label: "Usage", page: "billing/usage" },
  { label: "Budgets", page: "billing/budgets" },
  { label: "Invoices", page: "billing/invoices" },
  { label: "Ledger", page: "billing/ledger" },
  { label: "Prices", page: "billing/prices" },
  { label: "Admissions", page: "billing/admissions" },
  { label: "Workspaces", page: "settings/workspaces" },
  { label: "Members", page: "settings/members" },
  { label: "Activity of the organization", page: "settings/activity" },
  { label: "Quotas", page: "settings/quotas" },
  { label: "Sites", page: "settings/sites" },
];

/** Pages outside of any workspace. */
const OWN: readonly { readonly label: string; readonly href: AccountHref }[] = [
  { label: "Profile", href: "/account/profile" },
  { label: "Account security", href: "/account/security" },
];

/** The palette's entries for a text: the page's actions, pages, commands that every page has, and found resources. */
export function paletteItems(
  workspaceId: string,
  text: string,
  {
    actions,
    commands,
    found,
  }: {
    readonly actions: readonly PageAction[];
    readonly commands: readonly PageAction[];
    readonly found: readonly FoundResource[];
  },
): readonly PaletteItem[] {
  const sought = text.trim().toLowerCase();
  const matches = (label: string) => sought === "" || label.toLowerCase().includes(sought);
  const pages = [
    ...FAMILIES.flatMap(({ label: family, pages: own }) =>
      own.map(({ label, page }) => ({ label, href: workspaceHref(workspaceId, page), note: family ?? "" })),
    ),
    ...(sought === ""
      ? []
      : FURTHER.map(({ label, page }) => ({ label, href: workspaceHref(workspaceId, page), note: "" }))),
    ...(sought === "" ? [] : OWN.map((page) => ({ ...page, note: "" }))),
  ];
  return [
    ...actions.filter(({ label }) => matches(label)).map((action) => toItem(action, "On this page")),
    ...pages
      .filter(({ label, note }) => matches(label) || matches(note))
      .map(
        ({ label, href, note }): PaletteItem => ({
          key: `page ${href}`,
          group: "Go to",
          label,
          note,
          refusal: null,
          target: { href },
        }),
      ),
    ...(sought === "" ? [] : commands)
      .filter(({ label }) => matches(label))
      .map((command) => toItem(command, "Commands")),
    ...found.map(
      (resource): PaletteItem => ({
        key: `${resource.type} ${resource.id}`,
        group: "Resources",
        label: resource.name,
        note:
          resource.status === null
            ? titleOf(resource.type)
            : `${titleOf(resource.type)}, ${formatStatus(resource.status)}`,
        refusal: null,
        target: { href: resourcePage(workspaceId, resource) },
      }),
    ),
  ];
}

function toItem(action: PageAction, group: "On this page" | "Commands"): PaletteItem {
  return {
    key: `${group} ${action.label}`,
    group,
    label: action.label,
    note: "",
    refusal: action.refusal ?? null,
    target: action,
  };
}
