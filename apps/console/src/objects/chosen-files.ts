/** A file that somebody has chosen, with its way from the folder that was chosen, if one was. */
export interface ChosenFile {
  readonly file: File;
  /** `photos/2026/cat.jpg`, or the file's name alone. */
  readonly path: string;
}

/** What a file field holds; one that takes folders knows the way to each file. */
export function chosenFiles(list: Iterable<File>): readonly ChosenFile[] {
  return Array.from(list, (file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/**
 * Files and folders that were dropped, the folders with all that is in them. Must be called while the drop is handled.
 */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly ChosenFile[]> {
  // Once the event has passed, the items are gone; what they lead to stays. What comes from no file system is a file
  // without an entry.
  const dropped = Array.from(items, (item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const files = dropped.map((each) =>
    each === null ? [] : each instanceof File ? chosenFiles([each]) : filesOf(each),
  );
  return (await Promise.all(files)).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<readonly ChosenFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, "") }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const files: ChosenFile[] = [];
  // A reader gives a part of a folder at a time, and nothing at its end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return files;
    for (const each of part) files.push(...(await filesOf(each)));
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
