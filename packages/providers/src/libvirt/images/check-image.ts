import { checkImageFile, RefusedFile } from "@fulmar/image-files";
import { ProviderError } from "../../ports/provider-error.ts";

/** Larger than any disk that is sold. */
const MOST_DISK_GB = 65_536;

/**
 * Reads the header of a file before QEMU does: one that names others would let its author read the host's.
 * @throws ProviderError with the reason
 */
export async function requireQcow2(file: string): Promise<void> {
  try {
    await checkImageFile(file, "qcow2", MOST_DISK_GB);
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    throw new ProviderError("image_unfit", error.message, { retryable: false, cause: error });
  }
}
