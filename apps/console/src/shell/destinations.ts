import {
  Activity,
  Cpu,
  Database,
  EthernetPort,
  FileClock,
  Gauge,
  Globe,
  HardDrive,
  KeyRound,
  LayoutDashboard,
  LockKeyhole,
  type LucideIcon,
  Network,
  Receipt,
  Server,
  Settings,
  ShieldCheck,
  TicketCheck,
} from "lucide-react";

export interface Destination {
  readonly label: string;
  /** Below the workspace; empty for the workspace's own page. */
  readonly page: string;
  readonly icon: LucideIcon;
  /** What it covers, where that is more than `page`: settings have several pages. */
  readonly covers?: string;
}

interface Family {
  /** What stands alone has no heading. */
  readonly label: string | null;
  readonly pages: readonly Destination[];
}

/** Every page that the navigation and the palette lead to, by family. */
export const FAMILIES: readonly Family[] = [
  { label: null, pages: [{ label: "Overview", page: "", icon: LayoutDashboard }] },
  {
    label: "Compute",
    pages: [
      { label: "Cloud VMs", page: "cloud-vms", icon: Server },
      { label: "GPU VMs", page: "gpu-vms", icon: Cpu },
      { label: "Operations", page: "operations", icon: Activity },
    ],
  },
  {
    label: "Storage",
    pages: [
      { label: "Volumes", page: "volumes", icon: HardDrive },
      { label: "Buckets", page: "buckets", icon: Database },
      { label: "Access keys", page: "access-keys", icon: TicketCheck },
    ],
  },
  {
    label: "Networking",
    pages: [
      { label: "VPCs", page: "vpcs", icon: Network },
      { label: "Reserved IPs", page: "reserved-ips", icon: EthernetPort },
      { label: "Firewall groups", page: "firewall-groups", icon: ShieldCheck },
      { label: "Load balancers", page: "load-balancers", icon: Gauge },
    ],
  },
  { label: "Delivery", pages: [{ label: "CDN", page: "cdn", icon: Globe }] },
  {
    label: "Security",
    pages: [
      { label: "Secret stores", page: "secret-stores", icon: LockKeyhole },
      { label: "Audit", page: "audit", icon: FileClock },
    ],
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

/** @param page below the workspace; empty for the workspace's own page */
export function workspaceHref(workspaceId: string, page: string): WorkspaceHref {
  return page === "" ? `/workspaces/${workspaceId}` : `/workspaces/${workspaceId}/${page}`;
}

/** The destination that a path belongs to; none for pages that no entry of the navigation covers. */
export function destinationOf(path: string): Destination | undefined {
  const [, top, , family = ""] = path.split("/");
  if (top !== "workspaces") return undefined;
  return FAMILIES.flatMap(({ pages }) => pages).find(({ page, covers = page }) => covers === family);
}
