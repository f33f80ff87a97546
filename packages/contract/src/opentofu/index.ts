export type { ResourceDescription } from "./description.ts";
export { providerDescription } from "./provider.ts";
export { providerReference } from "./reference.ts";
export { SPELLINGS, spellings, timeZones } from "./spellings.ts";
