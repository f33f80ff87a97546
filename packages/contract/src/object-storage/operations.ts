import { accessKeyCreate, accessKeyDelete, accessKeyGet, accessKeyList } from "./access-key.ts";
import { bucketCreate, bucketDelete, bucketGet, bucketList, bucketUpdate } from "./bucket.ts";
import { regionList } from "./region.ts";

export const objectStorageOperations = [
  bucketList,
  bucketCreate,
  bucketGet,
  bucketUpdate,
  bucketDelete,
  regionList,
  accessKeyList,
  accessKeyCreate,
  accessKeyGet,
  accessKeyDelete,
] as const;
