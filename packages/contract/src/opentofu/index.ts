export { providerDescription } from "./provider.ts";
export { providerReference } from "./reference.ts";
