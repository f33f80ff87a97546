import { createTarPacker, type TarPackController } from "modern-tar";

/** A file of an archive. Its size is known in advance. */
export interface ArchivedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * Streams a tar archive (POSIX) as its files arrive.
 * @throws Error when a file does not have its declared size, which would make the archive unreadable
 */
export async function* tarOf(files: AsyncIterable<ArchivedFile>, madeAt: Date): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const added = addAll(controller, files, madeAt).catch((error) => controller.error(error));
  try {
    yield* readable;
  } finally {
    // A reader that stops early waits until the files are closed.
    await added;
  }
}

async function addAll(archive: TarPackController, files: AsyncIterable<ArchivedFile>, mtime: Date): Promise<void> {
  for await (const { name, sizeBytes, content } of files) {
    const writer = archive.add({ name, size: sizeBytes, mode: 0o600, mtime, uname: "root", gname: "root" }).getWriter();
    for await (const chunk of content) await writer.write(chunk);
    await writer.close();
  }
  archive.finalize();
}
