import { type FoundType, RESOURCES } from "@fulmar/contract";
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

/** The list of a resource type: the parent of its pages, named by the plural. */
export function listOf(type: FoundType): { readonly label: string; readonly page: string } {
  const { title, page } = RESOURCES[type];
  const [list = ""] = page.split("/");
  return { label: title[1], page: list };
}

/** Every page of the navigation and the palette, by family. */
export const FAMILIES: readonly Family[] = [
  { label: null, pages: [{ label: "Overview", page: "", icon: LayoutDashboard }] },
  {
    label: "Compute",
    pages: [
      { ...listOf("cloud_vm"), icon: Server },
      { ...listOf("gpu_vm"), icon: Cpu },
      { ...listOf("operation"), icon: Activity },
    ],
  },
  {
    label: "Storage",
    pages: [
      { ...listOf("volume"), icon: HardDrive },
      { ...listOf("bucket"), icon: Database },
      { ...listOf("access_key"), icon: TicketCheck },
    ],
  },
  {
    label: "Networking",
    pages: [
      { ...listOf("vpc"), icon: Network },
      { ...listOf("reserved_ip"), icon: EthernetPort },
      { ...listOf("firewall_group"), icon: ShieldCheck },
      { ...listOf("load_balancer"), icon: Gauge },
    ],
  },
  { label: "Delivery", pages: [{ ...listOf("cdn_distribution"), label: "CDN", icon: Globe }] },
  {
    label: "Security",
    pages: [
      { ...listOf("secret_store"), icon: LockKeyhole },
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

/** The navigation entry that covers a path, or undefined if there is none. */
export function destinationOf(path: string): Destination | undefined {
  const [, top, , family = ""] = path.split("/");
  if (top !== "workspaces") return undefined;
  return FAMILIES.flatMap(({ pages }) => pages).find(({ page, covers = page }) => covers === family);
}
