export { adoptResources } from "./adopt-resources.ts";
export { discardResource } from "./discard-resource.ts";
export { findUnknownResources } from "./find-unknown-resources.ts";
export { removeSite } from "./remove-site.ts";
export { previewResume, type ResumedSite, type ResumePreview, resumeSite } from "./resume-site.ts";
export { listUnknown } from "./unknown-resources.ts";
