import type { SiteFeature } from "@fulmar/providers";
import { conflict, type DomainError, invalidField } from "../request/domain-error.ts";

const SENTENCES: Readonly<Record<SiteFeature, string>> = {
  console_log: "The site keeps no log of this VM's console; read its logs from within the VM.",
  gpu: "The site has no GPUs; choose another site.",
  ipv6: "The site's networks have no IPv6; use another site.",
  load_balancer: "The site has no load balancers; create the load balancer at another site.",
  private_dns: "The site's networks have no names of VMs; use their addresses.",
  rescue: "The site cannot boot a rescue system for this VM; restore a snapshot, or rebuild it.",
  screen: "The site shows no screen of this VM; open a terminal in it.",
  update_access: "The site cannot write keys and passwords into this VM; change them from within the VM.",
  vpc_peering: "The site's networks have no VPC peerings; use VPCs at another site.",
};

/** The requested feature, if the site does not have it. */
export function unsupportedFeature(unsupported: readonly string[], asked: string): SiteFeature | undefined {
  return FEATURES.find((feature) => feature === asked && unsupported.includes(feature));
}

const FEATURES: readonly SiteFeature[] = [
  "console_log",
  "gpu",
  "ipv6",
  "load_balancer",
  "private_dns",
  "rescue",
  "screen",
  "update_access",
  "vpc_peering",
];

/** The refusal of a feature that the site lacks, before anything has begun (409). */
export function unsupportedBySite(feature: SiteFeature): DomainError {
  return conflict("unsupported_by_site", SENTENCES[feature]);
}

/** The refusal of a VM at a site where no active host has the GPUs of its plan (409). */
export function siteWithoutGpus({
  gpu_model,
  gpu_count,
}: {
  gpu_model: string | null;
  gpu_count: number;
}): DomainError {
  return conflict(
    "unsupported_by_site",
    `The site has no host with ${gpu_count} × ${gpu_model}; GET /compute/plans lists the sites where the plan is sold.`,
  );
}

/** The refusal of something new at a site where only what is there works on (400). */
export function siteClosed(): DomainError {
  return invalidField("site_id", "is a site where nothing new is created; GET /compute/sites lists the others");
}
