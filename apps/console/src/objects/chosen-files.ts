/** A chosen file with its path within the chosen folder, if any. */
export interface ChosenFile {
  readonly file: File;
  /** `photos/2026/cat.jpg`, or only the file's name. */
  readonly path: string;
}

/** The files of a file field. A field for folders knows the path of each file. */
export function chosenFiles(list: Iterable<File>): readonly ChosenFile[] {
  return Array.from(list, (file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** Dropped files and folders, including the folders' contents. Must be called while the drop event is handled. */
export async function droppedFiles(items: DataTransferItemList): Promise<readonly ChosenFile[]> {
  // The items are cleared after the event, but their entries remain valid. Items that do not come from a file system
  // are files without an entry.
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
  // A reader returns a folder's entries in batches, and an empty batch at the end.
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
