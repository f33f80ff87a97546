import type { AccessKey } from "@fulmar/contract";

/** Whether an access key reaches a bucket. */
export function reaches({ bucket_names }: Pick<AccessKey, "bucket_names">, bucketName: string): boolean {
  return bucket_names === null || bucket_names.includes(bucketName);
}
