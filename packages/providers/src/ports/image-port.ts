import type { SiteRecord } from "./inventory-port.ts";
import type { CaptureVolume } from "./recovery-port.ts";

/** What an image is made of: the root disk of a VM as it is, or as a snapshot or a backup has it. */
export interface ImageOrigin {
  readonly vmId: string;
  /** The root disk of the VM. */
  readonly root: CaptureVolume;
  /** Null for the VM as it is. */
  readonly point: { readonly kind: "snapshot" | "backup"; readonly id: string } | null;
}

export interface NewImage {
  readonly name: string;
  readonly source: ImageOrigin;
  readonly record: SiteRecord;
}

/** A checked file of an image, on the disk of this process. */
export interface ImageFile {
  readonly path: string;
  readonly format: "qcow2" | "raw" | "vhd" | "vhdx" | "vmdk" | "ova" | "lxd";
  readonly sizeBytes: bigint;
  readonly sha256: string;
}

export interface BroughtImage {
  readonly name: string;
  readonly file: ImageFile;
  /** Such as `x86_64`. */
  readonly architecture: string | null;
  readonly record: SiteRecord;
}

export interface MadeImage {
  readonly sizeBytes: bigint;
  /** Such as `x86_64`; null where the site does not say. */
  readonly architecture: string | null;
}

/** An image as a file that `importImage` of another site takes. */
export type ExportedImage = Pick<BroughtImage, "file" | "architecture">;

/**
 * Keeps the images of workspaces. An image's id is its template's id, and so is that of a copy: instances are created and
 * rebuilt from it as from one of the catalog. Like the compute port, it is idempotent under our ids and repeatable after a crash.
 */
export interface ImagePort {
  /** The formats of files that instances of the site are made from. */
  readonly formats: readonly ImageFile["format"][];
  /**
   * Makes an image. A running VM keeps running. What tells a machine from others is removed from it, so that the first
   * boot of a machine made from it makes that anew. An existing image stays.
   */
  createImage(imageId: string, image: NewImage, signal: AbortSignal): Promise<MadeImage>;
  /**
   * Makes an image of a file that somebody brought. An existing image stays.
   * @throws ProviderError, not retryable, where instances of the site cannot be made from such a file
   */
  importImage(imageId: string, image: BroughtImage, signal: AbortSignal): Promise<MadeImage>;
  /**
   * Writes an image to a file, in a format that a site of the same kind imports, and compares its bytes with the sum by
   * which the site knows them.
   * @param path of the new file
   * @throws ProviderError `image_not_found`, not retryable; `image_damaged`, retryable, where the bytes are others
   */
  exportImage(imageId: string, path: string, signal: AbortSignal): Promise<ExportedImage>;
  /** Deletes an image. Instances made from it stay. It may be gone already. */
  deleteImage(imageId: string, signal: AbortSignal): Promise<void>;
  /** Those of the images that the site has, in any order. */
  findImages(imageIds: readonly string[], signal: AbortSignal): Promise<string[]>;
  /** Lists the ids of all images of workspaces in pages, ordered, starting after `after`. */
  listImages(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<string[]>;
}
