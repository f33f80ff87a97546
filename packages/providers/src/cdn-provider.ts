import type { CertificatePort } from "./certificate-port.ts";
import type { DomainResolver } from "./domain-resolver.ts";
import type { EdgePort } from "./edge-port.ts";
import type { Provider } from "./provider.ts";

/** What drives the CDN of an installation. It belongs to no site: a distribution is served everywhere. */
export interface CdnProvider extends Pick<Provider, "beginStep"> {
  readonly edge: EdgePort;
  readonly certificates: CertificatePort;
  readonly resolver: DomainResolver;
}
