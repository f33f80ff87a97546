import { S3Error } from "../protocol/s3-error.ts";

/** How many bytes a file may have. */
export interface SizeRange {
  readonly least: number;
  readonly most: number;
}

/**
 * Yields the bytes while they are within the range. Like in AWS, the range is that of the file, not of the whole form.
 * @throws S3Error EntityTooLarge at the first byte beyond it, EntityTooSmall at an end before it
 */
export async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  { least, most }: SizeRange,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > most) throw new S3Error("EntityTooLarge", `The file is larger than the ${most} bytes that are allowed.`);
    yield piece;
  }
  if (size < least)
    throw new S3Error("EntityTooSmall", `The file is smaller than the ${least} bytes that it must have.`);
}
