import { z } from "zod";
import { FOUND_TYPES } from "../resources.ts";

/** A resource of a workspace, as the search shows it and as a page is found for it. */
export const FoundResource = z.strictObject({
  type: z.enum(FOUND_TYPES),
  id: z.string(),
  name: z.string(),
  /** As its family words it; null for what has no state. */
  status: z.string().nullable(),
  /** What it belongs to, from the outside in: a subnet's VPC, a target's balancer and pool. */
  parent_ids: z.array(z.string()),
});
export type FoundResource = z.infer<typeof FoundResource>;
