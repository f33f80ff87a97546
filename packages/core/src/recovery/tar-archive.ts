/** A file of an archive. Its size is known before its content is. */
export interface ArchivedFile {
  /** At most 100 bytes. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const BLOCK = 512;
/** What eleven octal digits hold; beyond, sizes are binary (GNU tar, and all that reads its archives). */
const LARGEST_OCTAL = 8 ** 11 - 1;

/**
 * The bytes of a tar archive (POSIX ustar), as its files come.
 * @throws Error when a file is not as large as it was said to be: the archive could not be read then
 */
export async function* tarOf(files: AsyncIterable<ArchivedFile>, madeAt: Date): AsyncGenerator<Uint8Array> {
  for await (const { name, sizeBytes, content } of files) {
    yield header(name, sizeBytes, madeAt);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== sizeBytes) throw new Error(`${name} has ${written} bytes, and should have ${sizeBytes}`);
    yield Buffer.alloc((BLOCK - (sizeBytes % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function header(name: string, sizeBytes: number, madeAt: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write(octal(0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  if (sizeBytes <= LARGEST_OCTAL) block.write(octal(sizeBytes, 12), 124);
  else {
    block.writeUInt8(0x80, 124);
    block.writeBigUInt64BE(BigInt(sizeBytes), 128);
  }
  block.write(octal(Math.floor(madeAt.getTime() / 1000), 12), 136);
  block.write("0", 156);
  block.write("ustar\0" + "00", 257);
  block.write("root", 265);
  block.write("root", 297);
  // The sum of all bytes, those of the sum itself counted as spaces.
  block.fill(" ", 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\0`;
}
