// What files of images say about themselves, read before any program opens them (docs/adr/0139), and what qemu-img says.
export { checkImageFile } from "./check-image-file.ts";
export { RefusedFile } from "./image-file.ts";
export { QCOW2_BEGINNING, qcow2SizeIn } from "./qcow2.ts";
export { openQemuImg, type QemuImg, rawOfQcow2 } from "./qemu-img/qemu-img.ts";
export { inStream, type StreamSource } from "./stream-source.ts";
export { inBlocks, numberIn, type TarHeader, tarHeaders } from "./tar-entries.ts";
