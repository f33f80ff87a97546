export { type AdoptedMachine, adoptMachine, type MachineAdoption } from "./adopt-machine.ts";
export { adoptResources } from "./adopt-resources.ts";
export { discardResource } from "./discard-resource.ts";
export { findUnknownResources } from "./find-unknown-resources.ts";
export { releaseMachine } from "./release-machine.ts";
export { removeSite } from "./remove-site.ts";
export { previewResume, type ResumedSite, type ResumePreview, resumeSite } from "./resume-site.ts";
export { listStrangers } from "./strangers.ts";
export { listUnknown } from "./unknown-resources.ts";
