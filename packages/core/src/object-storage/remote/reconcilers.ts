import { moveBuckets } from "../move/move-buckets.ts";
import { abortRemoteUploads } from "./abort-uploads.ts";
import { countStorage } from "./count-storage.ts";

/** The reconcilers of regions with servers of their own, and of moves between regions. */
export const storageReconcilers = [abortRemoteUploads, countStorage, moveBuckets];
