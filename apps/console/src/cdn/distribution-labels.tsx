import type { CdnCachePolicy, CdnCustomDomainStatus, CdnDistributionStatus, CdnPurgeStatus } from "@fulmar/contract";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

/** The colour of every state. Exhaustive: a new state does not compile without an entry. */
const DISTRIBUTION_TONE: Readonly<Record<CdnDistributionStatus, Tone>> = {
  active: "good",
  deploying: "busy",
  disabled: "quiet",
  failed: "bad",
  deleted: "quiet",
};

export const DOMAIN_TONE: Readonly<Record<CdnCustomDomainStatus, Tone>> = {
  pending_validation: "warn",
  pending_tls: "busy",
  active: "good",
  failed: "bad",
};

export const DOMAIN_STATUS: Readonly<Record<CdnCustomDomainStatus, string>> = {
  pending_validation: "waiting for DNS",
  pending_tls: "waiting for the certificate",
  active: "active",
  failed: "failed",
};

export const PURGE_TONE: Readonly<Record<CdnPurgeStatus, Tone>> = {
  queued: "busy",
  running: "busy",
  succeeded: "good",
  failed: "bad",
};

export function isPurgeUnderWay(status: CdnPurgeStatus): boolean {
  return status === "queued" || status === "running";
}

export const POLICY_NAME: Readonly<Record<CdnCachePolicy, string>> = {
  "static-assets": "Static assets",
  media: "Media",
  short: "Short",
  "no-cache": "No cache",
};

/** The purpose of each policy. */
export const POLICY_USE: Readonly<Record<CdnCachePolicy, string>> = {
  "static-assets": "Files whose names change with their content: kept for long.",
  media: "Pictures, sound and video: large, and rarely changed.",
  short: "Pages that change now and then: kept for a short time.",
  "no-cache": "Every request goes to the origin.",
};

export function DistributionBadge({ status }: { status: CdnDistributionStatus }) {
  return (
    <StatusBadge tone={DISTRIBUTION_TONE[status]} changing={status === "deploying"}>
      {status}
    </StatusBadge>
  );
}
