/** The address of the objects page: the open folder, the search in it, and the object whose details are shown. */
export interface ObjectsAddress {
  /** Empty at the top of the bucket, otherwise with a trailing slash. */
  readonly prefix: string;
  readonly search: string;
  readonly object: string | null;
}

/** Parses an address. Object names are not trimmed: leading and trailing spaces belong to them. */
export function readObjectsAddress(query: Readonly<Record<string, unknown>>): ObjectsAddress {
  const { prefix, search, object } = query;
  return {
    prefix: typeof prefix === "string" ? asFolder(prefix) : "",
    search: typeof search === "string" ? search : "",
    object: typeof object === "string" && object !== "" ? object : null,
  };
}

/** A folder as a prefix: without leading slashes and with a trailing one. Empty for the top of the bucket. */
export function asFolder(text: string): string {
  const folder = text.replace(/^\/+/, "");
  return folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
}

/** The workspace and name of a bucket. */
export interface BucketPlace {
  readonly workspaceId: string;
  readonly bucketName: string;
}

/** The address of a folder, or of an object in it. */
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
