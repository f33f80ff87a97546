import type { Configuration } from "@fulmar/config";

/**
 * The domain of the CDN, as the operator chose it. Each distribution has its own label under it. On the domain itself,
 * every bucket has a path made of its workspace and name.
 */
export class CdnDomain {
  /** Such as cdn.example.com. */
  readonly name: string;
  readonly #url: URL;

  constructor({ publicCdnUrl }: Pick<Configuration, "publicCdnUrl">) {
    this.#url = new URL(publicCdnUrl);
    this.name = this.#url.hostname;
  }

  /**
   * The host name under which a distribution is always reachable: its id without the prefix, which is a valid DNS
   * label.
   */
  of(distributionId: string): string {
    return `${distributionId.slice(distributionId.indexOf("_") + 1)}.${this.name}`;
  }

  /** The beginning of a URL on one of the CDN's hosts, without a trailing slash. */
  originOf(host: string): string {
    const { protocol, port } = this.#url;
    return `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
  }

  /** Whether a host name belongs to the CDN. Such a name can be neither an origin nor a custom domain. */
  has(host: string): boolean {
    return host === this.name || host.endsWith(`.${this.name}`);
  }
}

/**
 * The part of `UPDATE cdn_distribution d SET …` that makes a deployment due. It does not redeploy a distribution whose
 * deployment failed, and does not bring forward a deployment that the provider delayed.
 * @param when the SQL condition under which the change affects the edge
 */
export function queueDeployment(when = "true"): string {
  return `revision = d.revision + (${when})::int,
          deploy_at = CASE WHEN d.status = 'failed' THEN NULL
                           WHEN d.deploy_waited OR NOT (${when}) THEN d.deploy_at ELSE now() END`;
}
