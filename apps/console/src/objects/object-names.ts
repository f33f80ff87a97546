import type { StoredObject } from "@fulmar/contract";

/** Until when nobody can delete the object, or null if it is not retained. */
export function retainedUntil({ retained_until }: Pick<StoredObject, "retained_until">): Date | null {
  if (retained_until === null) return null;
  const until = new Date(retained_until);
  return until.getTime() > Date.now() ? until : null;
}

/** Why a retained object cannot be deleted now, or null if it can be. */
export function retentionRefusal(object: Pick<StoredObject, "retained_until">): string | null {
  const until = retainedUntil(object);
  if (until === null) return null;
  return (
    `It is retained until ${until.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}; ` +
    "it can be deleted after that."
  );
}

/** The name of an object or folder within its folder: the end of its key. */
export function nameWithin(key: string, prefix: string): string {
  return key.startsWith(prefix) && key.length > prefix.length ? key.slice(prefix.length) : key;
}

/** The last segment of an object's key. */
export function lastName(key: string): string {
  return /[^/]*\/?$/.exec(key)?.[0] || key;
}

/** The parent folders of a folder from the top, each with its full prefix. */
export function foldersOf(prefix: string): readonly { readonly name: string; readonly prefix: string }[] {
  const names = prefix.split("/").slice(0, -1);
  return names.map((name, index) => ({
    name: name === "" ? "/" : name,
    prefix: `${names.slice(0, index + 1).join("/")}/`,
  }));
}

/** The entries of a page with its folders first, each in the order of their keys. */
export function foldersFirst(entries: readonly StoredObject[]): StoredObject[] {
  return entries.toSorted((one, other) => Number(one.kind === "object") - Number(other.kind === "object"));
}
