import { gzipSync } from "node:zlib";
import { END_OF_TAR, fileOf } from "../archive/tar-writer.ts";

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
  return gzipSync(Buffer.concat([fileOf("metadata.yaml", text), END_OF_TAR]));
}
