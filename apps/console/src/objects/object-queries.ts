import type { BucketPlace, ObjectsAddress } from "./object-address.ts";

const PAGE_SIZE = 100;

/**
 * One page of a folder, its folders among the objects: server and browser must ask for the same thing to share the
 * answer.
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

/** One object by its whole name: of all names that begin with it, it is the first. */
export function oneObjectInput(place: BucketPlace, key: string) {
  return { ...bucketInput(place), prefix: key, limit: 1 };
}

export function bucketInput({ workspaceId, bucketName }: BucketPlace) {
  return { workspace_id: workspaceId, bucket_name: bucketName };
}
