import { z } from "zod";
import { FOUND_TYPES } from "../tenant-resources.ts";

/** A resource of a workspace, as the search lists it and as its page is resolved. */
export const FoundResource = z.strictObject({
  type: z.enum(FOUND_TYPES),
  id: z.string(),
  name: z.string(),
  /** In the words of its family. Null if it has no state. */
  status: z.string().nullable(),
  /** The resources that it belongs to, outermost first: a subnet's VPC, a target's load balancer and pool. */
  parent_ids: z.array(z.string()),
});
export type FoundResource = z.infer<typeof FoundResource>;
