import { ArrowUpRight } from "lucide-react";

/** The passages of the documentation that the console links, where people stop to think. A test follows each. */
export const PASSAGES = {
  userData: "/docs/guides/cloud-vms#create-a-vm-that-you-can-log-in-to",
  firewallGroups: "/docs/guides/networking#a-firewall",
  natGateways: "/docs/guides/networking#nat-and-port-forwarding",
  healthChecks: "/docs/guides/load-balancers#see-what-it-does",
  scopes: "/docs/guides/tokens#what-a-scope-reaches",
  bucketPolicies: "/docs/operate/object-storage#supported",
  deletionWindow: "/docs/guides/deletion#keep-what-is-deleted-for-a-while",
  adoption: "/docs/operate/adoption#what-adoption-does",
} as const;

/** A link to a passage of the documentation. It opens in a tab of its own, so that no form is lost. */
export function DocsLink({ to, children }: { to: keyof typeof PASSAGES; children: string }) {
  return (
    <a
      href={PASSAGES[to]}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-0.5 whitespace-nowrap rounded text-ink-muted underline underline-offset-2
        hover:text-ink"
    >
      {children}
      <ArrowUpRight className="size-3" aria-hidden />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
