// A module of its own, so that it can come after the page.
export {
  CreateCdnCustomDomain,
  CreateCdnDistribution,
  CreateCdnPurge,
  GenerateCdnUrl,
  PutCdnWebsite,
  UpdateCdnDistribution,
} from "@fulmar/contract";
