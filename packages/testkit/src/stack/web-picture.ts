import { branch, mark } from "./boxes.ts";
import type { StackRecords } from "./read.ts";

/** A bucket, the distribution that serves it, and how. */
export function bucketLines({ bucket, accessKey, distribution, website, domains }: StackRecords): string[] {
  return [
    `region ${bucket.region} · key ${accessKey.name} (${accessKey.permission})`,
    `└▶ ${mark(distribution.status)} ${distribution.name} · CDN · ${distribution.cache_policy} · ${distribution.default_domain}`,
    `   ├ website  ${websiteText(website)}`,
    ...domains.map(({ domain, status }, index) => `   ${branch(index, domains)} domain   ${domain} (${status})`),
  ];
}

function websiteText({ spa, error_document, redirects, headers }: StackRecords["website"]): string {
  const missing = spa ? "single page" : `404 → ${error_document ?? "plain"}`;
  const led = redirects.map(({ source, destination, status }) => `${source} → ${destination} (${status})`);
  const added = headers.map(({ name, value }) => `${name}: ${value}`);
  return [missing, ...led, ...added].join("   ");
}
