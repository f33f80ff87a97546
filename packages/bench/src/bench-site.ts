import type { Product } from "./product.ts";

/** The context of every row: a running installation, the bare server beside it, and resources to request. */
export interface Bench {
  readonly product: Product;
  /** Base URL of the API, ending in /v1. */
  readonly api: string;
  /** Base URL of the bare reference server. */
  readonly bare: string;
  readonly operationId: string;
  readonly siteId: string;
  /** The size of the large workspace in the scale row. */
  readonly scale: { readonly vms: number; readonly operations: number };
  /** A valid body of a VM create, without a name. */
  readonly vmBody: { readonly plan_id: string; readonly template_id: string };
}
