"use client";

import type { CertificateState, OperatorCertificate, ServedCertificate } from "@fulmar/contract";
import { BadgeCheck } from "lucide-react";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListTable } from "@/components/list-page.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { NOWHERE, operatorCertificateList } from "../operator-queries.ts";
import { OrganizationLink } from "../organization-link.tsx";

const CERTIFICATES: ListedKind = {
  one: "certificate",
  many: "certificates",
  icon: BadgeCheck,
  purpose: "A certificate that the installation obtains for a load balancer, a custom domain or the CDN appears here.",
  hint: "No certificate ends within these days, or fails.",
};

const TONES = {
  pending: "busy",
  valid: "good",
  renewing: "busy",
  failing: "bad",
  expired: "bad",
} as const satisfies Readonly<Record<CertificateState, string>>;

const WARNED_MS = 14 * 86_400_000;

const KINDS = {
  load_balancer: "Load balancer",
  custom_domain: "Distribution",
  cdn: "The CDN's own names",
} as const;

const column = columnsOf<OperatorCertificate>();
const columns = [
  column("names", "Names", ({ names, kind, resource_name }) => (
    <div className="min-w-40 py-2 [overflow-wrap:anywhere]">
      <div className="font-medium">{names.join(", ")}</div>
      <div className="text-ink-muted text-xs leading-4">
        {resource_name === null ? KINDS[kind] : `${KINDS[kind]} ${resource_name}`}
      </div>
    </div>
  )),
  column("organization", "Organization", ({ organization_id, organization_name, workspace_name }) =>
    organization_id === null || organization_name === null ? (
      <span className="text-ink-subtle">this installation</span>
    ) : (
      <OrganizationLink id={organization_id} name={organization_name} workspace={workspace_name} />
    ),
  ),
  column("state", "State", ({ state }) => <StatusBadge tone={TONES[state]}>{state}</StatusBadge>),
  column("expires", "Valid until", ({ expires_at }) =>
    expires_at === null ? <span className="text-ink-subtle">none yet</span> : <DateTime iso={expires_at} />,
  ),
  column("renew", "Renewal due", ({ renew_at }) => renew_at !== null && <DateTime iso={renew_at} />),
  column("issuer", "Issuer", ({ issuer }) => issuer ?? <span className="text-ink-subtle">none</span>),
  column("served", "Served by edges", ({ served }) => (
    <ul className="min-w-48 py-2 text-xs leading-5">
      {served.map((one) => (
        <Served key={one.edge_id} {...one} />
      ))}
    </ul>
  )),
  column("error", "Last error", ({ last_error, next_try_at }) =>
    last_error === null ? null : (
      <div className="min-w-48 max-w-96 py-2 text-xs [overflow-wrap:anywhere]">
        {last_error}
        {next_try_at !== null && (
          <div className="text-ink-muted">
            Next try <DateTime iso={next_try_at} />
          </div>
        )}
      </div>
    ),
  ),
];

/** What an edge serves. It is marked where it is not what was obtained, or ends within 14 days. */
function Served({ edge_name, fingerprint, issuer, expires_at, as_obtained }: ServedCertificate) {
  const endsSoon = Date.parse(expires_at) < Date.now() + WARNED_MS;
  return (
    <li title={`SHA-256 ${fingerprint}, by ${issuer}`}>
      {edge_name} until <DateTime iso={expires_at} />
      {!as_obtained && <span className="text-bad"> other than obtained</span>}
      {endsSoon && <span className="text-bad"> ends soon</span>}
    </li>
  );
}

/** The certificates that the installation obtains, those first that end first. */
export function CertificateListPage() {
  return (
    <>
      <PageHeader
        title="Certificates"
        lead="What the installation obtains and renews for load balancers, custom domains and the CDN, by their end."
      />
      <ListTable
        list={operatorCertificateList}
        path={NOWHERE}
        kind={CERTIFICATES}
        label="Certificates"
        filters={{
          expires_within_days: ["Ends", (days) => (days === "0" ? "have ended" : `end within ${days} days`)],
          failing: ["Last try", (failing) => (failing === "true" ? "last try failed" : "last try worked")],
        }}
        columns={columns}
        keyOf={({ certificate_id }) => certificate_id}
      />
    </>
  );
}
