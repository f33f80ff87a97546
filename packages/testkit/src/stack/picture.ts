import { balancerLines } from "./balancer-picture.ts";
import { box } from "./boxes.ts";
import { networkLines } from "./network-picture.ts";
import type { StackRecords } from "./read.ts";
import { bucketLines } from "./web-picture.ts";

const WIDTH = 100;

/**
 * A stack as text, of at most 40 lines of 100 columns: the balancer, the network with the machines behind it, and what
 * is beside them.
 */
export function picture(records: StackRecords): string {
  const { balancer, vpc, bucket, store } = records;
  return [
    ...box(`${balancer.name} · load balancer · ${balancer.status}`, balancerLines(records), WIDTH),
    `${" ".repeat(8)}▼`,
    ...box(`${vpc.name} · VPC ${vpc.cidr} · ${vpc.site_id}`, networkLines(records, WIDTH - 4), WIDTH),
    ...box(`${bucket.name} · bucket · ${bucket.is_public ? "public" : "private"}`, bucketLines(records), WIDTH),
    ...box(`${store.name} · secret store · ${store.status}`, secretLines(records), WIDTH),
    "",
  ].join("\n");
}

/** By their names only. */
function secretLines({ secrets }: StackRecords): string[] {
  const names = Object.values(secrets).map(({ key, version }) => `⚿ ${key} v${version}`);
  return [names.join("   ")];
}
