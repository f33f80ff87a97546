import type { Sku } from "@fulmar/contract";

interface Product extends Pick<Sku, "family" | "name" | "unit"> {
  /** Products that come with it and are charged by use. Without their prices it is not sold. */
  readonly needs?: readonly string[];
}

/** What this version charges for besides plans. The prices are an operator's (docs/adr/0116). */
export const PRODUCTS: Readonly<Record<string, Product>> = {
  "disk.root": { family: "compute", name: "Root disk beyond the plan's", unit: "gigabyte" },
  "backup.policy": { family: "compute", name: "VM backups", unit: "policy" },
  "backup.storage": { family: "compute", name: "Stored backups", unit: "gigabyte" },
  "image.storage": { family: "compute", name: "Stored images", unit: "gigabyte" },
  "snapshot.storage": { family: "block-storage", name: "Stored snapshots", unit: "gigabyte" },
  "volume.ssd": { family: "block-storage", name: "SSD volume", unit: "gigabyte" },
  "volume.nvme": { family: "block-storage", name: "NVMe volume", unit: "gigabyte" },
  "volume.hdd": { family: "block-storage", name: "HDD volume", unit: "gigabyte" },
  "ip.reserved": { family: "networking", name: "Reserved IP", unit: "address" },
  "nat.gateway": { family: "networking", name: "NAT gateway", unit: "gateway" },
  "load-balancer": { family: "load-balancing", name: "Load balancer", unit: "balancer" },
  "bucket.standard": {
    ...{ family: "object-storage", name: "Bucket", unit: "bucket" },
    needs: ["object.storage", "object.transfer"],
  },
  "object.storage": { family: "object-storage", name: "Stored objects", unit: "gigabyte" },
  "object.transfer": { family: "object-storage", name: "Objects sent to visitors", unit: "megabyte" },
  "cdn.distribution": { family: "cdn", name: "CDN distribution", unit: "distribution", needs: ["cdn.transfer"] },
  "cdn.transfer": { family: "cdn", name: "Sent to visitors by the CDN", unit: "megabyte" },
};

/** The products whose prices a purchase of a product needs besides its own. */
export function neededWith(skuCode: string): readonly string[] {
  return PRODUCTS[skuCode]?.needs ?? [];
}

/** Whether this version charges for something by that code, besides plans. */
export function isProduct(skuCode: string): boolean {
  return Object.hasOwn(PRODUCTS, skuCode);
}
