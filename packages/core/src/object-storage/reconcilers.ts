import { endKeptBuckets } from "./bucket/end-kept-buckets.ts";
import { moveBuckets } from "./move/move-buckets.ts";
import { abortRemoteUploads } from "./multipart/abort-uploads.ts";
import { checkRegions } from "./remote/check-regions.ts";
import { countStorage } from "./remote/count-storage.ts";

/** The reconcilers of regions with servers of their own, of moves between regions, and of deleted buckets. */
export const storageReconcilers = [abortRemoteUploads, checkRegions, countStorage, endKeptBuckets, moveBuckets];
