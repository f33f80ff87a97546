import { gzipSync } from "node:zlib";

const BLOCK = 512;

/** The metadata for a root file system that lacks it: an archive (ustar) with the single file metadata.yaml. */
export function imageMetadata({
  architecture,
  createdAt,
  description,
}: {
  architecture: string;
  createdAt: Date;
  description: string;
}): Buffer {
  const text = [
    `architecture: ${architecture}`,
    `creation_date: ${Math.floor(createdAt.getTime() / 1000)}`,
    "properties:",
    `  description: ${JSON.stringify(description)}`,
    "",
  ].join("\n");
  return gzipSync(
    Buffer.concat([
      header("metadata.yaml", Buffer.byteLength(text)),
      padded(Buffer.from(text)),
      Buffer.alloc(2 * BLOCK),
    ]),
  );
}

/** The header of a regular file owned by root (POSIX.1-1988, ustar). */
function header(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  head.write(name, 0);
  head.write("0000644\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  head.write("00000000000\0", 136);
  head.write("        ", 148);
  head.write("0", 156);
  head.write("ustar\x0000", 257);
  const checksum = head.reduce((sum, byte) => sum + byte, 0);
  head.write(`${checksum.toString(8).padStart(6, "0")}\0 `, 148);
  return head;
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}
