import type { LoadBalancerDomainCertificate, LoadBalancerListener } from "@fulmar/contract";
import { DateTime } from "@/components/date-time.tsx";
import { ResourceLink } from "@/components/resource-link.tsx";
import { StatusBadge, type Tone } from "@/components/status-badge.tsx";

const TONE: Readonly<Record<LoadBalancerDomainCertificate["status"], Tone>> = {
  pending: "busy",
  active: "good",
  failed: "bad",
};

/** The certificates of a listener: of the secret store, and of its domains with their states. */
export function ListenerCertificates({
  listener: { name, certificate, additional_certificates, domains },
  certificates,
}: {
  listener: LoadBalancerListener;
  certificates: readonly LoadBalancerDomainCertificate[];
}) {
  const secrets = [...(certificate === null ? [] : [certificate]), ...additional_certificates];
  return (
    <>
      {secrets.length > 0 && (
        <p className="mt-2 text-ink-muted">
          {secrets.length === 1 ? "Certificate " : "Certificates "}
          {secrets.map(({ secret_id }, index) => (
            <span key={secret_id}>
              {index > 0 && ", "}
              <ResourceLink id={secret_id}>{secret_id}</ResourceLink>
            </span>
          ))}
        </p>
      )}
      {domains.length > 0 && (
        <ul aria-label={`Domains of ${name}`} className="mt-3 space-y-2">
          {domains.map((domain) => (
            <Domain key={domain} domain={domain} certificate={certificates.find((one) => one.domain === domain)} />
          ))}
        </ul>
      )}
    </>
  );
}

function Domain({ domain, certificate }: { domain: string; certificate: LoadBalancerDomainCertificate | undefined }) {
  return (
    <li>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="[overflow-wrap:anywhere]">{domain}</span>
        {certificate !== undefined && (
          <StatusBadge tone={TONE[certificate.status]} changing={certificate.status === "pending"}>
            {certificate.status}
          </StatusBadge>
        )}
        {certificate?.expires_at != null && (
          <span className="text-ink-muted text-xs">
            Certificate until <DateTime iso={certificate.expires_at} />
          </span>
        )}
      </span>
      {certificate?.problem != null && (
        <p className="mt-1 text-ink-muted text-xs [overflow-wrap:anywhere]">{certificate.problem}</p>
      )}
    </li>
  );
}
