// A host with libvirt and QEMU that is a virtual machine under emulation, with an IOMMU and cards: what machines get by
// pass-through cannot be tried in namespaces. Its programs are those of this machine, its kernel is Debian's.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "node:tls";
import { kept } from "@fulmar/prisma/server";
import { addModules, env, pack, unpackPackages } from "./debian-kernel.ts";
import { programPath } from "./host-programs.ts";
import type { HostCertificates } from "./libvirt-certificates.ts";
import { layOut, NORTHBOUND_PORT, whyNoLibvirt } from "./libvirt-host.ts";
import { TLS_PORT } from "./libvirt-settings.ts";

/** A host in a virtual machine. */
export interface NestedHost {
  /** libvirtd and OVN's northbound database by mutual TLS, at ports of this machine alone. */
  readonly tls: HostCertificates & { readonly host: string; readonly port: number; readonly northboundPort: number };
  /** The PCI address of its graphics card, which has sound as its second function. */
  readonly card: string;
  /** What it wrote to its serial port. */
  log(): string;
  /** Ends it and deletes its folder. */
  stop(): Promise<void>;
}

const KERNEL = "linux-image-amd64";
const PROGRAMS = ["busybox", "setpriv", "apt-get", "modinfo"];
const DISK_MODULES = ["virtio_pci", "virtio_net", "9pnet_virtio", "9p", "overlay"];
/** Taps of machines; what gives devices to machines; the driver of the card's sound. */
const MODULES = ["tun", "vfio_pci", "vfio_iommu_type1", "snd_hda_intel"];
const READY_MS = 240_000;
const [CARD, LOCAL] = ["0000:00:05.0", "127.0.0.1"];

/** Why no such host can be started on this machine, as a sentence. Undefined if one can. */
export function whyNoNestedHost(): string | undefined {
  const missing = PROGRAMS.filter((program) => programPath(program) === undefined);
  return (
    whyNoLibvirt({ ovn: true }) ??
    (missing.length === 0
      ? undefined
      : `The trial needs ${missing.join(", ")}; on Debian: apt-get install busybox-static.`)
  );
}

/** The kernel and its initial file system: the modules and a first process. */
function kernelOf(): Promise<string> {
  return kept("nested-kernel", [KERNEL, ...DISK_MODULES, ...MODULES, INITIAL_INIT], async (folder) => {
    const work = mkdtempSync("/var/tmp/fulmar-nested-");
    try {
      const [parts, initial] = [join(work, "parts"), join(work, "initial")];
      await unpackPackages(parts, KERNEL, []);
      const [version = ""] = readdirSync(join(parts, "lib/modules"));
      for (const part of ["dev", "proc", "sys", "lower", "upper", "n"])
        mkdirSync(join(initial, part), { recursive: true });
      await addModules(
        join(parts, "lib/modules", version, "kernel"),
        [...DISK_MODULES, ...MODULES],
        [],
        join(initial, "m"),
      );
      const busybox = programPath("busybox") ?? "";
      copyFileSync(busybox, join(initial, "busybox"));
      writeFileSync(join(initial, "init"), INITIAL_INIT, { mode: 0o755 });
      await pack(initial, busybox, join(folder, "initrd"));
      copyFileSync(join(parts, "boot", `vmlinuz-${version}`), join(folder, "vmlinuz"));
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
}

/** This machine's files, which it only reads, under files of its own in memory. The script is named to the kernel. */
const INITIAL_INIT = `#!/busybox sh
b=/busybox
$b mount -t devtmpfs dev /dev; $b mount -t proc proc /proc; $b mount -t sysfs sys /sys
for m in $($b cat /m/order); do $b insmod /m/$m.ko; done
$b mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=loose,ro root /lower
$b mount -t tmpfs -o size=75% own /upper; $b mkdir /upper/u /upper/w
$b mount -t overlay -o lowerdir=/lower,upperdir=/upper/u,workdir=/upper/w both /n
$b mount --move /dev /n/dev; $b mount --move /proc /n/proc; $b mount --move /sys /n/sys
script=$($b sed -n 's/.*nested=\\([^ ]*\\).*/\\1/p' /n/proc/cmdline)
exec $b switch_root /n /bin/bash $script
`;

/** @param start the script that starts the host's programs */
const firstScript = (start: string) => `export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
umount /sys; mount -t tmpfs run /run; mkdir -p /run/lock /dev/pts /dev/shm
mount -t devpts terminals /dev/pts; mount -t tmpfs shared /dev/shm
ip link set eth0 up; ip address add 10.0.2.15/24 dev eth0; ip route add default via 10.0.2.2
exec bash ${start}
`;

/**
 * Starts a host whose graphics card, with its sound, is in an IOMMU group of its own. It is up in a minute, and ends with
 * this process.
 * @throws Error with the end of what it wrote to its serial port
 */
export async function startNestedHost(): Promise<NestedHost> {
  const kernel = await kernelOf();
  const folder = mkdtempSync(join(tmpdir(), "fulmar-nested-"));
  const console = join(folder, "console.log");
  const log = () => (existsSync(console) ? readFileSync(console, "utf8") : "");
  let machine: ChildProcess | undefined;
  const stop = async () => {
    if (machine !== undefined && machine.exitCode === null && machine.signalCode === null) {
      machine.kill("SIGKILL");
      await once(machine, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { script, certificates } = await layOut(folder, { name: "nested", host: LOCAL, ovn: {} });
    const first = join(folder, "first.sh");
    writeFileSync(first, firstScript(script));
    const [port, northboundPort] = [await freePort(), await freePort()];
    const forwards = [
      [port, TLS_PORT],
      [northboundPort, NORTHBOUND_PORT],
    ].map(([from, to]) => `hostfwd=tcp:${LOCAL}:${from}-:${to}`);
    const command = [
      "--pdeathsig",
      "KILL",
      "nice",
      "qemu-system-x86_64",
      ...emulated(kernel, console, first, forwards),
    ];
    machine = spawn("setpriv", command, { stdio: ["ignore", "ignore", "pipe"], env });
    let said = "";
    machine.stderr?.on("data", (bytes: Buffer) => {
      said += bytes;
    });
    for (const end = Date.now() + READY_MS; !(await answers(port, certificates)); await delay(500)) {
      if (machine.exitCode !== null || Date.now() > end)
        throw new Error(`The host does not start.\n${said}${log().slice(-4_000)}`);
    }
    return { tls: { ...certificates, host: LOCAL, port, northboundPort }, card: CARD, log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** QEMU's options. The IOMMU remaps interrupts, without which the kernel gives no device away. */
function emulated(kernel: string, console: string, script: string, forwards: readonly string[]): string[] {
  const append = `console=ttyS0 loglevel=4 panic=-1 mitigations=off tsc=unstable no_timer_check intel_iommu=on nested=${script}`;
  const files = "local,id=root,path=/,security_model=none,readonly=on,multidevs=remap";
  return [
    ...["-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "3072"],
    ...["-nodefaults", "-no-reboot", "-display", "none", "-vga", "none", "-serial", `file:${console}`],
    ...["-kernel", join(kernel, "vmlinuz"), "-initrd", join(kernel, "initrd"), "-append", append],
    ...["-device", "intel-iommu,intremap=on"],
    ...["-device", "ati-vga,addr=5.0,multifunction=on", "-device", "ich9-intel-hda,addr=5.1"],
    ...["-fsdev", files, "-device", "virtio-9p-pci,fsdev=root,mount_tag=root"],
    ...["-netdev", `user,id=net,${forwards.join(",")}`, "-device", "virtio-net-pci,netdev=net"],
  ];
}

/** libvirtd starts last. */
async function answers(port: number, { authority, certificate, key }: HostCertificates): Promise<boolean> {
  const connection = connect({ host: LOCAL, port, ca: authority, cert: certificate, key });
  try {
    await once(connection, "secureConnect", { signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOCAL);
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
