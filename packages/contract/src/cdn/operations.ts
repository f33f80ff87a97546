import {
  cdnCustomDomainCreate,
  cdnCustomDomainDelete,
  cdnCustomDomainGet,
  cdnCustomDomainList,
  cdnCustomDomainVerify,
} from "./custom-domain.ts";
import {
  cdnDeploymentGet,
  cdnDistributionCreate,
  cdnDistributionDelete,
  cdnDistributionGet,
  cdnDistributionList,
  cdnDistributionUpdate,
} from "./distribution.ts";
import { cdnSigningKeyList, cdnSigningKeyRotate, cdnUrlGenerate } from "./object-url.ts";
import { cdnPurgeCreate, cdnPurgeGet, cdnPurgeList } from "./purge.ts";
import { cdnWebsiteGet, cdnWebsitePut } from "./website.ts";

export const cdnOperations = [
  cdnDistributionList,
  cdnDistributionCreate,
  cdnDistributionGet,
  cdnDistributionUpdate,
  cdnDistributionDelete,
  cdnDeploymentGet,
  cdnCustomDomainList,
  cdnCustomDomainCreate,
  cdnCustomDomainGet,
  cdnCustomDomainVerify,
  cdnCustomDomainDelete,
  cdnPurgeCreate,
  cdnPurgeList,
  cdnPurgeGet,
  cdnWebsiteGet,
  cdnWebsitePut,
  cdnUrlGenerate,
  cdnSigningKeyList,
  cdnSigningKeyRotate,
] as const;
