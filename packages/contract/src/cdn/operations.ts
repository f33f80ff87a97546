import { cdnCustomDomainCreate, cdnCustomDomainList } from "./custom-domain.ts";
import { cdnDistributionCreate, cdnDistributionDelete, cdnDistributionGet, cdnDistributionList, cdnDistributionUpdate } from "./distribution.ts";
import { cdnUrlGenerate } from "./object-url.ts";

export const cdnOperations = [
  cdnDistributionList,
  cdnDistributionCreate,
  cdnDistributionGet,
  cdnDistributionUpdate,
  cdnDistributionDelete,
  cdnCustomDomainList,
  cdnCustomDomainCreate,
  cdnUrlGenerate,
] as const;
