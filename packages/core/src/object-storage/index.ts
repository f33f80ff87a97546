// What the rest of core uses of object storage. What the object store uses is in ../object-store.ts.
export { isAccessKeyInForce } from "./access-key/access-keys.ts";
export { readKeyMaker } from "./access-key/key-maker.ts";
export { memberKeys, tokenKeys } from "./access-key/member-keys.ts";
export { sealerOfAccessKeys } from "./access-key/sealed-access-keys.ts";
export { findBucket } from "./bucket/buckets.ts";
export { objectStorageConstraintErrors } from "./constraint-errors.ts";
export { readScrubReport } from "./embedded/file-scrub.ts";
export { releaseObjectStore } from "./embedded/store-folder.ts";
export { objectStorageHandlers } from "./handlers.ts";
export {
  beginMove,
  cancelMove,
  listMoves,
  type MoveState,
  type NamedBucket,
  readMove,
} from "./move/operate-moves.ts";
export { storageReconcilers } from "./reconcilers.ts";
export { listEndpoints, listRegionNames, seedRegions } from "./region/regions.ts";
export {
  addRegion,
  askRegionCheck,
  listAllRegions,
  readRegion,
  removeRegion,
  type SeenRegion,
} from "./region/storage-regions.ts";
export { type StorageService, serveStorage } from "./remote/serve-storage.ts";
export { resealObjectStorage } from "./reseal.ts";
export { cdnKey, presignUrl, urlKey } from "./signing/object-url.ts";
