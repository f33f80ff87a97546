/** The domains whose names address buckets. */
export interface BucketDomains {
  /** `<bucket>.<domain>` is a bucket of the S3 API, besides the paths `/<bucket>`. */
  readonly s3Domain: string;
  /** `<bucket>.<domain>` is the website of a bucket. */
  readonly websiteDomain: string;
}

/** The address in a Host header. */
export type HostPlace =
  | { readonly kind: "path" }
  | { readonly kind: "bucket" | "website"; readonly bucketName: string; readonly workspaceId: bigint | undefined };

/**
 * Reads the Host header. `<bucket>.<workspace id>.<domain>` names a bucket of a workspace, `<bucket>.<domain>` the
 * oldest one of the name, or for signed requests that of the key's workspace. Other hosts take buckets in paths.
 */
export function placeOfHost(host: string | undefined, { s3Domain, websiteDomain }: BucketDomains): HostPlace {
  const name = (host ?? "").replace(/:\d{1,5}$/, "").toLowerCase();
  for (const [kind, domain] of [
    ["bucket", s3Domain],
    ["website", websiteDomain],
  ] as const) {
    if (!name.endsWith(`.${domain}`)) continue;
    const labels = name.slice(0, -domain.length - 1);
    const [, ofWorkspace, workspace] = /^(.+)\.([1-9]\d{0,17})$/.exec(labels) ?? [];
    return {
      kind,
      bucketName: ofWorkspace ?? labels,
      workspaceId: workspace === undefined ? undefined : BigInt(workspace),
    };
  }
  return { kind: "path" };
}
