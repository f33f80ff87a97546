import type { AccessKey, AccessKeyPermission } from "@fulmar/contract";

export const PERMISSION_NAME: Readonly<Record<AccessKeyPermission, string>> = {
  read: "Read",
  write: "Write only",
  read_write: "Read and write",
};

/**
 * Who made a key: a token, or a user by their name at that time. Unknown for some keys from before this was recorded.
 */
export function makerOf({ created_by }: AccessKey): string {
  if (created_by === null) return "not recorded";
  return created_by.type === "token" ? `the API token ${created_by.name}` : created_by.name;
}

/** The buckets that a key can access, in words. */
export function reachOf({ bucket_names }: AccessKey): string {
  if (bucket_names === null) return "all, including future ones";
  return bucket_names.length === 0 ? "none left" : bucket_names.join(", ");
}

export function reaches({ bucket_names }: Pick<AccessKey, "bucket_names">, bucketName: string): boolean {
  return bucket_names === null || bucket_names.includes(bucketName);
}
