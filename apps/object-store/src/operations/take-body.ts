import type { FileHandle } from "node:fs/promises";
import type { Digested, Payload } from "../body/payload.ts";
import { isUndone } from "../store.ts";
import type { ObjectCall } from "./call.ts";

/** A body that is on the disk, and what it turned out to be. */
interface TakenBody extends Digested {
  readonly fileId: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Takes a body in as a file. What is refused, cut off or other than it says leaves nothing. @param keep writes the row
 * that names the file
 */
export function takeBody<Kept>(
  { store }: Pick<ObjectCall, "store">,
  payload: Payload,
  keep: (body: TakenBody) => Promise<Kept>,
): Promise<Kept> {
  let size = 0;
  return store.files.take(
    async (file) => {
      size = await write(file, payload.bytes);
    },
    async ({ fileId }) => keep({ fileId, size, ...payload.digested() }),
    isUndone,
  );
}

/** Writes all bytes into a file, piece by piece as they come. @returns how many */
async function write(file: FileHandle, bytes: Payload["bytes"]): Promise<number> {
  let size = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; )
      at += (await file.write(piece, at, piece.length - at, size + at)).bytesWritten;
    size += piece.length;
  }
  return size;
}
