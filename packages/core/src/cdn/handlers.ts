import { createCustomDomain } from "./create-custom-domain.ts";
import { createDistribution } from "./create-distribution.ts";
import { createPurge } from "./create-purge.ts";
import { deleteCustomDomain } from "./delete-custom-domain.ts";
import { deleteDistribution } from "./delete-distribution.ts";
import { generateUrl } from "./generate-url.ts";
import { getCustomDomain } from "./get-custom-domain.ts";
import { getDeployment } from "./get-deployment.ts";
import { getDistribution } from "./get-distribution.ts";
import { getPurge } from "./get-purge.ts";
import { getWebsite } from "./get-website.ts";
import { listCustomDomains } from "./list-custom-domains.ts";
import { listDistributions } from "./list-distributions.ts";
import { listPurges } from "./list-purges.ts";
import { listSigningKeys } from "./list-signing-keys.ts";
import { putWebsite } from "./put-website.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";
import { updateDistribution } from "./update-distribution.ts";
import { verifyCustomDomain } from "./verify-custom-domain.ts";

export const cdnHandlers = {
  "cdnDistribution.list": listDistributions,
  "cdnDistribution.create": createDistribution,
  "cdnDistribution.get": getDistribution,
  "cdnDistribution.update": updateDistribution,
  "cdnDistribution.delete": deleteDistribution,
  "cdnDeployment.get": getDeployment,
  "cdnCustomDomain.list": listCustomDomains,
  "cdnCustomDomain.create": createCustomDomain,
  "cdnCustomDomain.get": getCustomDomain,
  "cdnCustomDomain.verify": verifyCustomDomain,
  "cdnCustomDomain.delete": deleteCustomDomain,
  "cdnPurge.create": createPurge,
  "cdnPurge.list": listPurges,
  "cdnPurge.get": getPurge,
  "cdnWebsite.get": getWebsite,
  "cdnWebsite.put": putWebsite,
  "cdnUrl.generate": generateUrl,
  "cdnSigningKey.list": listSigningKeys,
  "cdnSigningKey.rotate": rotateSigningKey,
} as const;
