import {
  createCustomDomain,
  deleteCustomDomain,
  getCustomDomain,
  listCustomDomains,
  verifyCustomDomain,
} from "./custom-domains.ts";
import { getDeployment } from "./deployments.ts";
import {
  createDistribution,
  deleteDistribution,
  getDistribution,
  listDistributions,
  updateDistribution,
} from "./distributions.ts";
import { generateUrl } from "./generate-url.ts";
import { getMetrics } from "./get-metrics.ts";
import { createPurge, getPurge, listPurges } from "./purges.ts";
import { listSigningKeys, rotateSigningKey } from "./signing-keys.ts";
import { getWebsite, putWebsite } from "./websites.ts";

export const cdnHandlers = {
  "cdnDistribution.list": listDistributions,
  "cdnDistribution.create": createDistribution,
  "cdnDistribution.get": getDistribution,
  "cdnDistribution.update": updateDistribution,
  "cdnDistribution.delete": deleteDistribution,
  "cdnDeployment.get": getDeployment,
  "cdnMetrics.get": getMetrics,
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
