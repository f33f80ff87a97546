/**
 * What the address of the objects' page says: the folder that is open, what is searched for in it, and the object whose
 * facts are shown.
 */
export interface ObjectsAddress {
  /** Empty at the top of the bucket; otherwise with a slash at its end. */
  readonly prefix: string;
  readonly search: string;
  readonly object: string | null;
}

/** Reads an address. Names of objects are taken as they are: spaces at their ends belong to them. */
export function readObjectsAddress(query: Readonly<Record<string, unknown>>): ObjectsAddress {
  const { prefix, search, object } = query;
  return {
    prefix: typeof prefix === "string" ? asFolder(prefix) : "",
    search: typeof search === "string" ? search : "",
    object: typeof object === "string" && object !== "" ? object : null,
  };
}

/** A folder as a prefix: without slashes at its beginning, with one at its end; empty for the top of the bucket. */
export function asFolder(text: string): string {
  const folder = text.replace(/^\/+/, "");
  return folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
}

/** Where a bucket is. */
export interface BucketPlace {
  readonly workspaceId: string;
  readonly bucketName: string;
}

/** The way to a folder, and to an object in it. */
export function objectsHref(
  { workspaceId, bucketName }: BucketPlace,
  address: Partial<ObjectsAddress>,
): `/workspaces/${string}` {
  const query = new URLSearchParams();
  for (const name of ["prefix", "search", "object"] as const) {
    const text = address[name];
    if (text) query.set(name, text);
  }
  return `/workspaces/${workspaceId}/buckets/${bucketName}/objects${query.size > 0 ? `?${query}` : ""}`;
}
