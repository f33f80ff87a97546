import { volumeAttach, volumeCreate, volumeDelete, volumeDetach, volumeGet, volumeList, volumeResize } from "./volume.ts";
import { volumeOperations } from "./volume-operation.ts";

export const blockStorageOperations = [volumeList, volumeCreate, volumeGet, volumeDelete, volumeAttach, volumeDetach, volumeResize, volumeOperations] as const;
