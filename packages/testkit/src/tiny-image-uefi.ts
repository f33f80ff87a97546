import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A boot loader, and what writes a FAT file system without mounting it. */
export const UEFI_PACKAGES = ["systemd-boot-efi", "mtools"];

const SECTOR = 512;
/** Where the first partition begins, as is usual. */
const FIRST = 2048;
const ESP_SECTORS = 24 * 2048;
/** Kinds of partitions: the EFI system partition, and one of Linux. */
const [ESP, LINUX] = [0xef, 0x83];

const ENTRY = `title tiny
linux /vmlinuz
initrd /initrd
options console=ttyS0 quiet loglevel=4 panic=5 tsc=unstable no_timer_check mitigations=off
`;

/**
 * Makes a disk of two partitions, of which firmware boots the first by its removable path (UEFI 2.10, 3.5.1.1). Its boot
 * loader is signed by nobody, so Secure Boot refuses it.
 */
export async function joinUefiDisk(made: {
  readonly parts: string;
  /** The tree of the guest, with its kernel. */
  readonly root: string;
  /** The file of the second partition. */
  readonly fileSystem: string;
  readonly disk: string;
}): Promise<void> {
  const { parts, root, fileSystem, disk } = made;
  const esp = join(dirname(disk), "esp.raw");
  const loader = join(parts, "usr/lib/systemd/boot/efi/systemd-bootx64.efi");
  const written = join(dirname(disk), "loader");
  mkdirSync(written);
  writeFileSync(join(written, "loader.conf"), "timeout 0\n");
  writeFileSync(join(written, "tiny.conf"), ENTRY);
  const tool = (name: string, ...args: readonly string[]) => run(join(parts, "usr/bin/mtools"), ["-c", name, ...args]);
  await tool("mformat", "-C", "-i", esp, "-T", String(ESP_SECTORS), "-h", "64", "-s", "32", "::");
  await tool("mmd", "-i", esp, "::EFI", "::EFI/BOOT", "::loader", "::loader/entries");
  for (const [file, path] of [
    [loader, "EFI/BOOT/BOOTX64.EFI"],
    [join(written, "loader.conf"), "loader/loader.conf"],
    [join(written, "tiny.conf"), "loader/entries/tiny.conf"],
    [join(root, "boot/vmlinuz"), "vmlinuz"],
    [join(root, "boot/initrd"), "initrd"],
  ] as const)
    await tool("mcopy", "-i", esp, file, `::${path}`);
  const rootFirst = FIRST + ESP_SECTORS;
  const file = await open(disk, "w");
  try {
    await file.write(partitionTable(rootFirst, Math.ceil(statSync(fileSystem).size / SECTOR)), 0, SECTOR, 0);
    for (const [content, sector] of [
      [readFileSync(esp), FIRST],
      [readFileSync(fileSystem), rootFirst],
    ] as const)
      await file.write(content, 0, content.length, sector * SECTOR);
  } finally {
    await file.close();
  }
}

/** A master boot record without code (UEFI 2.10, 5.2). */
function partitionTable(rootFirst: number, rootSectors: number): Buffer {
  const sector = Buffer.alloc(SECTOR);
  const entries = [
    [ESP, FIRST, ESP_SECTORS],
    [LINUX, rootFirst, rootSectors],
  ] as const;
  for (const [index, [kind, first, count]] of entries.entries()) {
    const at = 446 + 16 * index;
    sector[at + 4] = kind;
    sector.writeUInt32LE(first, at + 8);
    sector.writeUInt32LE(count, at + 12);
  }
  sector.writeUInt16LE(0xaa55, 510);
  return sector;
}
