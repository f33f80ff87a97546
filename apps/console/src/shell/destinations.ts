import { FOUND_TYPES, type FoundType, type Scope, TENANT_RESOURCES } from "@fulmar/contract";
import {
  Activity,
  BellRing,
  Boxes,
  Cable,
  Camera,
  Cpu,
  Database,
  EthernetPort,
  FileClock,
  Gauge,
  Globe,
  HardDrive,
  KeyRound,
  KeySquare,
  LayoutDashboard,
  LockKeyhole,
  type LucideIcon,
  Network,
  Receipt,
  Server,
  Settings,
  ShieldCheck,
  Signpost,
  TicketCheck,
  UserCheck,
  Waypoints,
  WebhookIcon,
} from "lucide-react";

export interface Destination {
  readonly label: string;
  /** Below the workspace. Empty for the workspace's own page. */
  readonly page: string;
  readonly icon: LucideIcon;
  /** The pages that it covers, if more than `page`: settings have several pages. */
  readonly covers?: string;
}

interface Family {
  /** Null for a group without a heading. */
  readonly label: string | null;
  readonly pages: readonly Destination[];
}

/** The icon of a list, if not its family's. */
const ICONS: { readonly [Type in FoundType]?: LucideIcon } = {
  gpu_vm: Cpu,
  placement_group: Boxes,
  ssh_key: KeySquare,
  startup_script: FileClock,
  vm_image: HardDrive,
  operation: Activity,
  bucket: Database,
  access_key: TicketCheck,
  vpc_peering: Cable,
  reserved_ip: EthernetPort,
  firewall_group: ShieldCheck,
  load_balancer: Gauge,
  dns_zone: Signpost,
  webhook: WebhookIcon,
};

/** The list of a resource type: the parent of its pages, named by the plural. */
export function listOf(type: FoundType): { readonly label: string; readonly page: string } {
  const { title, page } = TENANT_RESOURCES[type];
  const [list = ""] = page.split("/");
  return { label: title[1], page: list };
}

/**
 * The lists of a family: those of its resources that have a page of their own, in the order of the registry.
 * @param icon of those without an icon of their own
 * @param scopes that read the family's resources
 */
function listsOf(icon: LucideIcon, ...scopes: readonly Scope[]): readonly Destination[] {
  return FOUND_TYPES.filter((type) => {
    const { scope, parents } = TENANT_RESOURCES[type];
    return parents.length === 0 && scope !== null && scopes.includes(scope);
  }).map((type) => ({ icon, ...listOf(type), ...(ICONS[type] && { icon: ICONS[type] }) }));
}

/** Snapshots and backups belong to their VMs, and have lists of their own, which follow the images. */
function withPoints(lists: readonly Destination[]): readonly Destination[] {
  const images = lists.findIndex(({ page }) => page === listOf("vm_image").page);
  const points: readonly Destination[] = [
    { label: "Snapshots", page: "snapshots", icon: Camera },
    { label: "Backups", page: "backups", icon: HardDrive },
  ];
  return lists.toSpliced(images + 1, 0, ...points);
}

/** Every page of the navigation and the palette, by family. */
export const FAMILIES: readonly Family[] = [
  {
    label: null,
    pages: [
      { label: "Overview", page: "", icon: LayoutDashboard },
      { label: "Map", page: "map", icon: Waypoints },
    ],
  },
  { label: "Compute", pages: withPoints(listsOf(Server, "vm.read")) },
  { label: "Storage", pages: listsOf(HardDrive, "block-storage.read", "object-storage.read") },
  { label: "Networking", pages: listsOf(Network, "network.read", "load-balancer.read", "dns.read") },
  { label: "Delivery", pages: [{ ...listOf("cdn_distribution"), label: "CDN", icon: Globe }] },
  {
    label: "Security",
    pages: [
      ...listsOf(LockKeyhole, "secret-store.read"),
      { label: "Approvals", page: "approvals", icon: UserCheck },
      { label: "Audit", page: "audit", icon: FileClock },
    ],
  },
  {
    label: "Monitoring",
    pages: [{ label: "Alerts", page: "alerts", icon: BellRing }, ...listsOf(BellRing, "alert.read")],
  },
  {
    label: "Integration",
    pages: listsOf(WebhookIcon, "webhook.read"),
  },
  {
    label: "Organization",
    pages: [
      { label: "API tokens", page: "api-tokens", icon: KeyRound },
      { label: "Billing", page: "billing", icon: Receipt },
      { label: "Settings", page: "settings/organization", covers: "settings", icon: Settings },
    ],
  },
];

export type WorkspaceHref = `/workspaces/${string}`;

/** The pages of who runs the installation. */
export type OperatorHref = "/operator" | `/operator/${OperatorPage}` | `/operator/${OperatorRecord}/${string}`;

type OperatorPage =
  | "find"
  | "organizations"
  | "people"
  | "catalog"
  | "prices"
  | "operations"
  | "sites"
  | "operators"
  | "tokens"
  | "tax"
  | "activity"
  | "announcements"
  | "quotas"
  | "edges"
  | "regions"
  | "certificates"
  | "webhooks"
  | "views"
  | "health"
  | "invoices"
  | "payments"
  | "settings";

/** What has a page of its own, by its id. */
type OperatorRecord =
  | "organizations"
  | "people"
  | "invoices"
  | "payments"
  | "prices"
  | "operations"
  | "sites"
  | "vms"
  | "addresses"
  | "hosts";

/** @param page below the workspace; empty for the workspace's own page */
export function workspaceHref(workspaceId: string, page: string): WorkspaceHref {
  return page === "" ? `/workspaces/${workspaceId}` : `/workspaces/${workspaceId}/${page}`;
}

/** The navigation entry that covers a path, or undefined if there is none. */
export function destinationOf(path: string): Destination | undefined {
  const [, top, , family = ""] = path.split("/");
  if (top !== "workspaces") return undefined;
  return FAMILIES.flatMap(({ pages }) => pages).find(({ page, covers = page }) => covers === family);
}
