export { RECORD_FORMS } from "../dns/record-forms.ts";
export type { ResourceDescription } from "./description.ts";
export { providerDescription } from "./provider.ts";
export { providerReference } from "./reference.ts";
export { RECORD_SPELLINGS, SPELLINGS, spellings, timeZones } from "./spellings.ts";
