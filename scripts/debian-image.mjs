// Builds a Debian image for the tests of sites from packages of Debian's archive.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { command } from "./progress.mjs";
import { environment } from "./project.mjs";

const packages =
  "systemd,systemd-sysv,systemd-resolved,dbus,udev,iproute2,iputils-ping,busybox,openssh-server,login,netbase,e2fsprogs";
/** Besides them, what a host of the product needs. */
const hostPackages = "haproxy,procps";
const mirror = "http://deb.debian.org/debian";
const release = "bookworm";

/** Instances request their address by DHCP with their MAC address, and the server answers with the assigned one. */
const network = `[Match]
Name=eth*
[Network]
DHCP=ipv4
LinkLocalAddressing=no
IPv6AcceptRA=no
[DHCPv4]
ClientIdentifier=mac
`;
const metadata = `architecture: x86_64
creation_date: 1700000000
properties: {os: debian, release: ${release}, description: "Debian 12"}
templates:
  /etc/hostname: {when: [create, copy], template: hostname.tpl}
`;
/** Units that would wait for devices that a container lacks. */
const masked = [
  "systemd-networkd-wait-online.service",
  "systemd-journal-flush.service",
  "systemd-binfmt.service",
  "dev-hugepages.mount",
];
const enabled = ["systemd-networkd", "systemd-resolved", "ssh"];

/** The image of VMs at a site. */
export function debianImage() {
  return imageOf("debian-12", packages);
}

/** The image of hosts that the product itself is installed on. */
export function hostImage() {
  return imageOf("debian-12-host", `${packages},${hostPackages}`);
}

/**
 * The image of hosts with more packages.
 * @param more separated by commas
 */
export function hostImageWith(name, more) {
  return imageOf(`debian-12-${name}`, `${packages},${hostPackages},${more}`);
}

/**
 * Returns the paths of its two parts, metadata and root file system. Building takes a minute and a half; the image is
 * kept until what it is made of changes here.
 */
async function imageOf(name, included) {
  const { kept } = await import("../prisma/tools/kept.ts");
  const inputs = [included, release, mirror, network, metadata, ...masked, ...enabled];
  const folder = await kept(name, inputs, (fresh) => makeImage(fresh, included));
  return { metadata: join(folder, "meta.tar.gz"), rootfs: join(folder, "rootfs.squashfs") };
}

async function makeImage(folder, included) {
  // Where there are devices and owners, which the folder of a user's cache may not take.
  const work = mkdtempSync("/var/tmp/fulmar-image-");
  try {
    const rootfs = join(work, "rootfs");
    await makeRootfs(rootfs, included);
    mkdirSync(join(work, "templates"));
    writeFileSync(join(work, "templates/hostname.tpl"), "{{ container.name }}\n");
    writeFileSync(join(work, "metadata.yaml"), metadata);
    await run("tar", ["czf", join(folder, "meta.tar.gz"), "-C", work, "metadata.yaml", "templates"]);
    const quickly = ["-noappend", "-comp", "gzip", "-Xcompression-level", "1"];
    await run("mksquashfs", [rootfs, join(folder, "rootfs.squashfs"), ...quickly]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function makeRootfs(rootfs, included) {
  await run("mmdebstrap", ["--variant=minbase", `--include=${included}`, release, rootfs, mirror]);
  writeFileSync(join(rootfs, "etc/systemd/network/eth.network"), network);
  for (const unit of masked) symlinkSync("/dev/null", join(rootfs, "etc/systemd/system", unit));
  await run("chroot", [rootfs, "systemctl", "enable", ...enabled]);
  await run("chroot", [rootfs, "ssh-keygen", "-A"]);
  // Each instance generates its own machine id at its first boot.
  writeFileSync(join(rootfs, "etc/machine-id"), "");
  chmodSync(rootfs, 0o755);
}

function run(program, args) {
  const path = `${process.env.PATH ?? ""}${delimiter}/usr/sbin${delimiter}/sbin`;
  return command(program, args, { cwd: "/", env: environment({ PATH: path, DEBIAN_FRONTEND: "noninteractive" }) });
}
