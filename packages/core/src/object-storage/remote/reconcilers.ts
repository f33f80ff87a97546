import { abortRemoteUploads } from "./abort-uploads.ts";
import { countStorage } from "./count-storage.ts";

/** The reconcilers of regions with servers of their own. */
export const storageReconcilers = [abortRemoteUploads, countStorage];
