/** Where objects are: a bucket by its id, which stays its own when the name is used again. */
export interface BucketPlace {
  readonly workspaceId: bigint;
  readonly bucketId: string;
}
