// What an installation has, over all organizations, as who runs it searches it.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { FOUND_TYPES } from "../tenant-resources.ts";
import { keptAs } from "../values/normal-form.ts";

/** What has no page in a workspace. */
const OF_THE_INSTALLATION = [
  "organization",
  "workspace",
  "user",
  "api_token",
  "operator_token",
  "edge",
  "public_address",
] as const;

export const OperatorHit = z
  .strictObject({
    type: z.enum([...FOUND_TYPES, ...OF_THE_INSTALLATION]),
    id: z.string(),
    name: z.string(),
    /** In the words of its family. Null if it has no state. */
    state: z.string().nullable(),
    workspace_id: z.string().nullable(),
    workspace_name: z.string().nullable(),
    organization_id: z.string().nullable(),
    organization_name: z.string().nullable(),
  })
  .meta({ id: "OperatorHit" });
export type OperatorHit = z.infer<typeof OperatorHit>;

const operatorSearchFind = defineOperation({
  family: "Operator",
  resource: "organization",
  audience: "operator",
  subject: "installation",
  id: "operatorSearch.find",
  method: "GET",
  path: "/operator/search",
  summary: "Find anything in the installation, with its owner",
  description:
    "`q` is an IP address, the id of any resource, the beginning of a name or of an e-mail address, the " +
    "domain of a distribution, or the beginning of a token. Case is ignored. Secrets and buckets show " +
    "only that they exist, never what is in them.",
  query: { q: keptAs("trim", z.string().trim().min(1).max(254)) },
  output: z.array(OperatorHit),
});

export const operatorSearchOperations = [operatorSearchFind] as const;
