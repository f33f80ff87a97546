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
