/** A document that a machine can read. */
export interface MetadataDocument {
  readonly type: "text/plain; charset=utf-8" | "application/json; charset=utf-8";
  readonly text: string;
}

/** Makes a document when it is read. */
export type Leaf = () => MetadataDocument;

/** Documents by name, and folders of them. */
export interface Folder {
  readonly [name: string]: Folder | Leaf;
}

export function plain(text: string): Leaf {
  return () => ({ type: "text/plain; charset=utf-8", text });
}

/** @param make makes the value when it is read */
export function inJson(make: () => unknown): Leaf {
  return () => ({ type: "application/json; charset=utf-8", text: JSON.stringify(make()) });
}

/**
 * The document at a path; null if there is none. A folder is listed: one name a line, folders with a slash after it.
 * @param line what stands for a name in the list, if not the name
 */
export function read(
  root: Folder,
  path: readonly string[],
  line?: (path: readonly string[], name: string) => string | undefined,
): MetadataDocument | null {
  let here: Folder | Leaf = root;
  for (const name of path) {
    const next: Folder | Leaf | undefined =
      typeof here === "object" && Object.hasOwn(here, name) ? here[name] : undefined;
    if (next === undefined) return null;
    here = next;
  }
  if (typeof here === "function") return here();
  const lines = Object.entries(here).map(
    ([name, entry]) => line?.(path, name) ?? (typeof entry === "function" ? name : `${name}/`),
  );
  return plain(lines.join("\n"))();
}
