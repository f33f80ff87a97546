import type { BucketPlace, ObjectsAddress } from "./object-address.ts";

const PAGE_SIZE = 100;

/**
 * One page of a folder, with its folders among the objects. Server and browser must use the same input to share the
 * cached answer.
 */
export function objectListInput(
  place: BucketPlace,
  { prefix, search }: Pick<ObjectsAddress, "prefix" | "search">,
  cursor?: string,
) {
  const beginning = `${prefix}${search}`;
  return {
    ...bucketInput(place),
    ...(beginning !== "" && { prefix: beginning }),
    delimiter: "/" as const,
    limit: PAGE_SIZE,
    ...(cursor !== undefined && { cursor }),
  };
}

/** One object by its full key, which sorts first among all keys with that prefix. */
export function oneObjectInput(place: BucketPlace, key: string) {
  return { ...bucketInput(place), prefix: key, limit: 1 };
}

export function bucketInput({ workspaceId, bucketName }: BucketPlace) {
  return { workspace_id: workspaceId, bucket_name: bucketName };
}
