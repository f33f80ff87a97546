import type { AccessKey, AccessKeyPermission } from "@fulmar/contract";

export const PERMISSION_NAME: Readonly<Record<AccessKeyPermission, string>> = {
  read: "Read",
  read_write: "Read and write",
};

/** The buckets that a key can access, in words. */
export function reachOf({ bucket_names }: AccessKey): string {
  if (bucket_names === null) return "all, those to come too";
  return bucket_names.length === 0 ? "none any more" : bucket_names.join(", ");
}
