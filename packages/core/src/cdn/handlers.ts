import { createCustomDomain } from "./create-custom-domain.ts";
import { createDistribution } from "./create-distribution.ts";
import { deleteDistribution } from "./delete-distribution.ts";
import { generateUrl } from "./generate-url.ts";
import { getDistribution } from "./get-distribution.ts";
import { listCustomDomains } from "./list-custom-domains.ts";
import { listDistributions } from "./list-distributions.ts";
import { updateDistribution } from "./update-distribution.ts";

export const cdnHandlers = {
  "cdnDistribution.list": listDistributions,
  "cdnDistribution.create": createDistribution,
  "cdnDistribution.get": getDistribution,
  "cdnDistribution.update": updateDistribution,
  "cdnDistribution.delete": deleteDistribution,
  "cdnCustomDomain.list": listCustomDomains,
  "cdnCustomDomain.create": createCustomDomain,
  "cdnUrl.generate": generateUrl,
} as const;
