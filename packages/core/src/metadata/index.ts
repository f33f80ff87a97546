export { identityKeys, type PublicKeys } from "./identity.ts";
export { MetadataDoor, type MetadataRefusal, metadataProvider } from "./metadata-door.ts";
