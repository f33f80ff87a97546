// A guest that boots in seconds under emulation, for the tests of sites: Debian's cloud kernel, busybox, dropbear and
// QEMU's guest agent. It boots from its disk by BIOS or UEFI, reads a NoCloud seed, and answers the agent.
import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { kept } from "@fulmar/prisma/server";
import { addModules, env, pack, unpackPackages } from "./debian-kernel.ts";
import { joinUefiDisk, UEFI_PACKAGES } from "./tiny-image-uefi.ts";

const run = promisify(execFile);

/** Besides them, the libraries of the machine that builds, which is the same release of Debian. */
const KERNEL = "linux-image-cloud-amd64";
const PACKAGES = [
  "busybox-static",
  "dropbear-bin",
  "libtomcrypt1",
  "libtommath1",
  "libgmp10",
  "qemu-guest-agent",
  "extlinux",
  "syslinux-common",
  "liburing2",
  "libudev1",
];
/** What finds the root disk, and the rest. What they depend on is added. */
const DISK_MODULES = ["virtio_pci", "virtio_blk"];
const MODULES = ["virtio_net", "virtio_console", "virtio_balloon", "virtio_scsi", "sr_mod", "isofs"];

/** The first process of the initial file system: it mounts the root disk and goes on there. */
const INITIAL_INIT = `#!/busybox sh
/busybox mount -t devtmpfs dev /dev
for m in $(/busybox cat /m/order); do /busybox insmod /m/$m.ko; done
until [ -b /dev/vda ]; do /busybox sleep 0.1; done
/busybox mount -t ext4 /dev/vda /n
/busybox mount --move /dev /n/dev
exec /busybox switch_root /n /init
`;

/**
 * The first process: of a NoCloud seed it takes the host name and keys, commands after \`#tiny-run: \` in the user data,
 * and at each boot a boothook of the vendor data. A name is written to the console as systemd writes it.
 */
const INIT = `#!/bin/busybox sh
export PATH=/bin:/sbin:/usr/bin:/usr/sbin HOME=/root
mkdir -p /dev/pts
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devpts pts /dev/pts; mount -t tmpfs run /run
for m in $(cat /lib/m/order); do
  # A switch in user space gets packets as they are written here, so that nothing may be left to the host's kernel.
  [ $m = virtio_net ] && insmod /lib/m/$m.ko csum=0 gso=0 || insmod /lib/m/$m.ko
done
mount -o remount,rw /
[ -d /sys/class/scsi_host/host0 ] && for i in 1 2 3 4 5 6 7 8 9 10; do [ -b /dev/sr0 ] && break; sleep 0.1; done
name=tiny
if [ -b /dev/sr0 ] && mount -t iso9660 -o ro /dev/sr0 /mnt 2>/dev/null; then
  id=$(sed -n 's/^instance-id: *//p' /mnt/meta-data)
  if [ "$id" != "$(cat /var/lib/instance-id 2>/dev/null)" ]; then
    echo "$id" > /var/lib/instance-id
    sed -n 's/^local-hostname: *//p' /mnt/meta-data | tr -d '"' > /etc/hostname
    grep -ohE 'ssh-(ed25519|rsa) [^",]*' /mnt/meta-data /mnt/user-data > /root/.ssh/authorized_keys
    sed -n 's/^#tiny-run: //p' /mnt/user-data > /run/first-boot
    rm -rf /var/lib/cloud
  fi
  [ "$(head -n 1 /mnt/vendor-data 2>/dev/null)" = '#cloud-boothook' ] && sed 1d /mnt/vendor-data > /run/boothook
  umount /mnt
fi
[ -s /etc/hostname ] && name=$(cat /etc/hostname)
hostname "$name"; echo "Hostname set to <$name>."
[ -b /dev/vda2 ] || resize2fs /dev/vda >/dev/null 2>&1
[ -s /run/boothook ] && sh /run/boothook
ip link set lo up
if [ -e /sys/class/net/eth0 ]; then
  ip link set eth0 up
  udhcpc -i eth0 -q -n -t 5 -T 1 -s /etc/udhcpc.sh >/dev/null 2>&1
fi
[ -s /run/first-boot ] && sh /run/first-boot
# Its key is made when the first client comes.
dropbear -R
for p in /sys/class/virtio-ports/*; do
  [ "$(cat $p/name 2>/dev/null)" = org.qemu.guest_agent.0 ] && qemu-ga -d -m virtio-serial -p /dev/$(basename $p)
done
mkdir -p /var/lib/cloud/instance; [ -e /var/lib/cloud/instance/boot-finished ] || date > /var/lib/cloud/instance/boot-finished
echo "TINY READY $(cut -d' ' -f1 /proc/uptime)"
trap 'sync; mount -o remount,ro /; poweroff -f' USR2 TERM
trap 'sync; mount -o remount,ro /; reboot -f' INT
(while :; do setsid cttyhack sh -l; done) </dev/ttyS0 >/dev/ttyS0 2>&1 &
while :; do sleep 3600 & wait $!; done
`;

const DHCP_SCRIPT = `#!/bin/sh
case $1 in bound|renew)
  ip addr flush dev $interface; ip addr add $ip/$mask dev $interface
  [ -n "$router" ] && ip route add default via \${router%% *}
  for n in $dns; do echo nameserver $n; done > /etc/resolv.conf;;
esac
`;

/** By it the agent sets the hash of a password; busybox has none. */
const CHPASSWD = `#!/bin/sh
IFS=: read -r user hash
awk -F: -v OFS=: -v user="$user" -v hash="$hash" '$1 == user { $2 = hash } 1' /etc/shadow > /run/shadow &&
  cat /run/shadow > /etc/shadow; rm /run/shadow
`;

const KERNEL_OPTIONS =
  "console=ttyS0 quiet loglevel=4 panic=5 tsc=unstable no_timer_check mitigations=off " +
  "cryptomgr.notests lsm=capability audit=0";

const BOOT = `SERIAL 0 115200
DEFAULT linux
TIMEOUT 1
LABEL linux
 LINUX /boot/vmlinuz
 INITRD /boot/initrd
 APPEND ${KERNEL_OPTIONS}
`;

/** Counts changes of how the image is built. */
const FORM = "3";
const DISK = "96M";
/**
 * Has a journal, since tests switch machines off, nothing that extlinux cannot read, and large blocks and few inodes,
 * since bitmaps and tables of each group are written when it grows.
 */
const FILE_SYSTEM = ["-t", "ext3", "-b", "4096", "-i", "65536"];

/**
 * The path of the image, a qcow2 file, for one firmware or the other. It is built in a quarter of a minute, from 35 MB
 * of packages, and kept until what it is made of changes here.
 * @throws Error where the archive of Debian cannot be reached, or this machine is none of Debian
 */
export async function tinyImage(firmware: "bios" | "uefi" = "bios"): Promise<string> {
  const inputs = [
    FORM,
    KERNEL,
    ...PACKAGES,
    ...DISK_MODULES,
    ...MODULES,
    INITIAL_INIT,
    INIT,
    DHCP_SCRIPT,
    CHPASSWD,
    BOOT,
    DISK,
    ...FILE_SYSTEM,
  ];
  const folder =
    firmware === "bios"
      ? await kept("tiny-guest", inputs, (into) => build(into, PACKAGES, makeBiosDisk))
      : await kept("tiny-guest-uefi", [...inputs, ...UEFI_PACKAGES], (into) =>
          build(into, [...PACKAGES, ...UEFI_PACKAGES], makeUefiDisk),
        );
  return join(folder, "tiny.qcow2");
}

interface DiskParts {
  /** The packages, unpacked. */
  readonly parts: string;
  /** The tree of the guest. */
  readonly root: string;
  /** The file to be made, and a name beside it that is free. */
  readonly disk: string;
  readonly spare: string;
}

async function build(
  folder: string,
  packages: readonly string[],
  makeDisk: (parts: DiskParts) => Promise<void>,
): Promise<void> {
  // Owners and special files need a folder of the system's own.
  const work = mkdtempSync("/var/tmp/fulmar-tiny-");
  try {
    const made = { parts: join(work, "parts"), root: join(work, "root"), disk: join(work, "tiny.raw") };
    await unpackPackages(made.parts, KERNEL, packages);
    await makeRoot(made.root, made.parts);
    await makeDisk({ ...made, spare: join(work, "spare") });
    await run("qemu-img", ["convert", "-O", "qcow2", made.disk, join(folder, "tiny.qcow2")], { env });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function makeBiosDisk({ parts, root, disk, spare }: DiskParts): Promise<void> {
  await makeFileSystem(root, disk);
  await makeBootable(disk, parts, spare);
}

/** Its initial file system mounts the second partition. */
async function makeUefiDisk({ parts, root, disk, spare }: DiskParts): Promise<void> {
  await makeInitial(root, "vda2");
  await makeFileSystem(root, spare);
  await joinUefiDisk({ parts, root, disk, fileSystem: spare });
}

async function makeFileSystem(root: string, file: string): Promise<void> {
  await run("mke2fs", ["-q", "-F", ...FILE_SYSTEM, "-L", "tiny", "-d", root, file, DISK], { env });
}

async function makeRoot(root: string, parts: string): Promise<void> {
  const folders =
    "bin sbin proc sys dev run tmp mnt root/.ssh etc/dropbear lib/m lib64 usr/bin usr/sbin var/lib var/log";
  for (const folder of [...folders.split(" "), "boot/extlinux", LIBRARIES]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  // Where the agent writes that it is frozen, which no disk that is captured then may keep.
  symlinkSync("../run", join(root, "var/run"));
  const write = (path: string, content: string, mode = 0o644) => writeFileSync(join(root, path), content, { mode });
  copyFileSync(join(parts, "bin/busybox"), join(root, "bin/busybox"));
  await run("chroot", [root, "/bin/busybox", "--install", "-s", "/bin"], { env });
  await addProgram(root, parts, join(parts, "usr/sbin/dropbear"), "sbin/dropbear");
  await addProgram(root, parts, join(parts, "usr/sbin/qemu-ga"), "sbin/qemu-ga");
  await addProgram(root, parts, "/sbin/resize2fs", "sbin/resize2fs");
  await addProgram(root, parts, "/sbin/mke2fs", "sbin/mkfs.ext4");
  const [version = ""] = readdirSync(join(parts, "lib/modules"));
  const kernel = join(parts, "lib/modules", version, "kernel");
  await addModules(kernel, DISK_MODULES, [], join(root, "lib/initial"));
  await addModules(kernel, MODULES, DISK_MODULES, join(root, "lib/m"));
  write("init", INIT, 0o755);
  write("etc/udhcpc.sh", DHCP_SCRIPT, 0o755);
  write("etc/passwd", "root::0:0:root:/root:/bin/sh\n");
  write("etc/shadow", "root::1:0:99999:7:::\n");
  write("etc/group", "root:x:0:\n");
  write("etc/shells", "/bin/sh\n");
  // The agent runs it to shut down.
  write("sbin/shutdown", '#!/bin/sh\ncase "$*" in *-r*) kill -INT 1;; *) kill -USR2 1;; esac\n', 0o755);
  write("sbin/chpasswd", CHPASSWD, 0o755);
  write("boot/extlinux/extlinux.conf", BOOT);
  chmodSync(join(root, "root/.ssh"), 0o700);
  copyFileSync(join(parts, "boot", `vmlinuz-${version}`), join(root, "boot/vmlinuz"));
  await makeInitial(root);
}

const LIBRARIES = "lib/x86_64-linux-gnu";

/** Copies a program with its libraries. */
async function addProgram(root: string, parts: string, program: string, to: string): Promise<void> {
  copyFileSync(program, join(root, to));
  const own = join(parts, "usr", LIBRARIES);
  const { stdout } = await run("ldd", [program], { env: { ...env, LD_LIBRARY_PATH: own } });
  for (const [library] of stdout.matchAll(/\/\S+\.so\S*/g)) {
    const target = join(root, library.includes("ld-linux") ? "lib64" : LIBRARIES, basename(library));
    if (!existsSync(target)) copyFileSync(library, target);
  }
}

async function makeInitial(root: string, device = "vda"): Promise<void> {
  const initial = join(root, "tmp/initial");
  for (const folder of ["n", "dev"]) mkdirSync(join(initial, folder), { recursive: true });
  copyFileSync(join(root, "bin/busybox"), join(initial, "busybox"));
  cpSync(join(root, "lib/initial"), join(initial, "m"), { recursive: true });
  writeFileSync(join(initial, "init"), INITIAL_INIT.replaceAll("vda", device), { mode: 0o755 });
  await pack(initial, join(root, "bin/busybox"), join(root, "boot/initrd"));
  rmSync(initial, { recursive: true });
}

/** extlinux writes its blocks by the file system that it is in. */
async function makeBootable(disk: string, parts: string, mounted: string): Promise<void> {
  mkdirSync(mounted);
  await run("mount", ["-o", "loop", disk, mounted], { env });
  try {
    copyFileSync(join(parts, "usr/lib/syslinux/modules/bios/ldlinux.c32"), join(mounted, "boot/extlinux/ldlinux.c32"));
    await run(join(parts, "usr/bin/extlinux"), ["--install", join(mounted, "boot/extlinux")], { env });
  } finally {
    await run("umount", [mounted], { env });
  }
}
