/** What an object or a folder is called where its folder is open: the end of its whole name. */
export function nameWithin(key: string, prefix: string): string {
  return key.startsWith(prefix) && key.length > prefix.length ? key.slice(prefix.length) : key;
}

/** The end of an object's whole name, behind its last folder. */
export function lastName(key: string): string {
  return /[^/]*\/?$/.exec(key)?.[0] || key;
}

/** The folders on the way to a folder, from the top, each with its whole prefix. */
export function foldersOf(prefix: string): readonly { readonly name: string; readonly prefix: string }[] {
  const names = prefix.split("/").slice(0, -1);
  return names.map((name, index) => ({
    name: name === "" ? "/" : name,
    prefix: `${names.slice(0, index + 1).join("/")}/`,
  }));
}
