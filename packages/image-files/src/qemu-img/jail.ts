import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a program may use. */
export interface JailLimits {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  /** The largest file that it may write. */
  readonly fileBytes: number;
}

export interface Jailed {
  /** `/image` of the jail, which the program can only read. */
  readonly image?: string;
  /** `/out` of the jail, an existing file that the program may write. */
  readonly out?: string;
  readonly limits: JailLimits;
}

export interface JailedEnd {
  /** Null where a signal ended it, as at a limit. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that prints more is ended. */
const MOST_OUTPUT = 1_048_576;

/** A shell adds 128 to the number of the signal that ended a program. */
const MOST_EXIT_CODE = 128;

/** No user has this id in the jail or outside (nobody, `/etc/passwd`). */
const NOBODY = "65534";

/**
 * Makes a root of its own in a mount namespace: the programs and libraries of the system to read, the two files, and
 * nothing else. It says on descriptor 3 that it has done so, because afterwards a failure is the program's, and how that
 * ended: its own exit code would be that of `unshare`, which hides signals.
 */
const MAKE_ROOT = `set -eu
jail=$1 image=$2 out=$3; shift 3
mount -t tmpfs -o size=1m,mode=0755 jail "$jail"
for name in usr lib lib32 lib64 libx32 bin; do
  if [ -L "/$name" ]; then ln -s "$(readlink "/$name")" "$jail/$name"
  elif [ -d "/$name" ]; then
    mkdir "$jail/$name"; mount --rbind "/$name" "$jail/$name"; mount -o remount,bind,ro "$jail/$name"
  fi
done
mkdir "$jail/dev"; : > "$jail/dev/null"; mount --bind /dev/null "$jail/dev/null"
if [ -n "$image" ]; then
  : > "$jail/image"; mount --bind "$image" "$jail/image"; mount -o remount,bind,ro "$jail/image"
fi
if [ -n "$out" ]; then : > "$jail/out"; mount --bind "$out" "$jail/out"; fi
mount -o remount,bind,ro "$jail"
cd /
echo made >&3
code=0
chroot "$jail" "$@" 3>&- || code=$?
echo "$code" >&3`;

/**
 * Runs a program with the two files and the system's programs in reach: no network, no other process, no privilege, no
 * other file. Where this process is root, the program is nobody; elsewhere it has the user id of this process, without
 * its files.
 * @throws Error where the jail cannot be made, and the signal's reason
 */
export async function runJailed(
  command: readonly string[],
  { image = "", out = "", limits }: Jailed,
  signal: AbortSignal,
): Promise<JailedEnd> {
  const root = await mkdtemp(join(tmpdir(), "fulmar-jail-"));
  try {
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
    return await ended(
      [
        ...["env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C"],
        // By default glibc reserves up to 128 MiB of addresses for each thread, and the limit of memory counts addresses.
        "MALLOC_ARENA_MAX=1",
        ...["unshare", ...(isRoot ? [] : ["--user", "--map-root-user"])],
        ...["--mount", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child", "--"],
        ...["sh", "-c", MAKE_ROOT, "jail", root, image, out],
        ...["setpriv", ...user, "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"],
        ...["prlimit", `--cpu=${limits.cpuSeconds}`, `--as=${limits.memoryBytes}`, `--fsize=${limits.fileBytes}`],
        ...["--nofile=64", "--core=0", ...command],
      ],
      signal,
    );
  } finally {
    await rm(root, { recursive: true });
  }
}

async function ended([program = "", ...args]: readonly string[], signal: AbortSignal): Promise<JailedEnd> {
  signal.throwIfAborted();
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  const texts = ["", "", ""];
  const [, , , told] = child.stdio;
  for (const [index, stream] of [child.stdout, child.stderr, told].entries())
    stream?.on("data", (chunk: Buffer) => {
      if ((texts[index] ?? "").length + chunk.length > MOST_OUTPUT) kill();
      else texts[index] += chunk.toString("utf8");
    });
  signal.addEventListener("abort", kill);
  try {
    await new Promise((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    signal.throwIfAborted();
    const [stdout = "", stderr = "", said = ""] = texts;
    const [made, code] = said.split("\n");
    if (made !== "made") throw new Error(`no jail can be made: ${stderr.trim().slice(0, 300)}`);
    const number = Number(code === "" ? Number.NaN : code);
    return { code: number <= MOST_EXIT_CODE ? number : null, stdout, stderr };
  } finally {
    signal.removeEventListener("abort", kill);
  }
}
