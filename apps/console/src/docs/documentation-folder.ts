declare global {
  // Bundled code cannot find the project's folders, so `entry/pages.ts`, which is not bundled, stores this one.
  var fulmarDocumentation: string | undefined;
}

/** Stores the folder of the built documentation for this process. */
export function setDocumentationFolder(folder: string) {
  globalThis.fulmarDocumentation = folder;
}

/** @throws Error in a process that `main.ts` did not start */
export function documentationFolder(): string {
  if (globalThis.fulmarDocumentation === undefined) throw new Error("the console was started without main.ts");
  return globalThis.fulmarDocumentation;
}
