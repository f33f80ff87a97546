/** A simulated machine, as its commands know it. */
export interface Machine {
  readonly hostname: string;
  readonly image: string;
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  readonly privateIp: string | null;
  readonly startedAt: Date;
  readonly rescue: boolean;
  readonly sshKeys: readonly string[];
}

/** A command yields lines and returns its exit code. */
interface Session {
  readonly machine: Machine;
  readonly columns: () => number;
  readonly rows: () => number;
  folder: string;
}

export type Output = Generator<string, number, void>;
type Command = (session: Session, args: readonly string[]) => Output;

/** The files of a simulated machine. They cannot be changed. */
export function filesOf({ hostname, image, sshKeys }: Machine): ReadonlyMap<string, string> {
  return new Map([
    ["/etc/hostname", `${hostname}\n`],
    ["/etc/motd", "This machine is simulated: it has no disk, and its shell has a few commands. Type help.\n"],
    ["/etc/os-release", `ID=${image.split("-", 1)[0]}\nPRETTY_NAME="${image}"\n`],
    ["/root/.ssh/authorized_keys", sshKeys.map((key) => `${key}\n`).join("")],
  ]);
}

/** An absolute path without dots. */
function pathFrom(folder: string, path: string): string {
  const segments: string[] = [];
  for (const segment of (path.startsWith("/") ? path : `${folder}/${path}`).split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

/** The names in a folder; undefined if there is no such folder. */
function namesIn(machine: Machine, folder: string): string[] | undefined {
  const prefix = folder === "/" ? "/" : `${folder}/`;
  const names = [...filesOf(machine).keys()].flatMap((path) =>
    path.startsWith(prefix) ? (path.slice(prefix.length).split("/")[0] ?? []) : [],
  );
  return names.length === 0 ? undefined : [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1));
}

/** The most numbers that `seq` prints. */
const LONGEST = 10_000_000;

const COMMANDS: Readonly<Record<string, { readonly does: string; readonly run: Command }>> = {
  cat: {
    does: "shows files",
    *run({ machine, folder }, args) {
      let code = 0;
      for (const path of args) {
        const content = filesOf(machine).get(pathFrom(folder, path));
        if (content !== undefined) yield* content.split("\n").slice(0, -1);
        else {
          yield `cat: ${path}: No such file`;
          code = 1;
        }
      }
      return code;
    },
  },
  cd: {
    does: "changes the folder",
    *run(session, [path = "/root"]) {
      const folder = pathFrom(session.folder, path);
      if (namesIn(session.machine, folder) === undefined) {
        yield `cd: ${path}: No such folder`;
        return 1;
      }
      session.folder = folder;
      return 0;
    },
  },
  date: {
    does: "shows the time",
    *run() {
      yield new Date().toUTCString();
      return 0;
    },
  },
  echo: {
    does: "prints its words",
    *run(_, args) {
      yield args.join(" ");
      return 0;
    },
  },
  help: {
    does: "lists the commands",
    *run() {
      for (const [name, { does }] of Object.entries(COMMANDS)) yield `${name.padEnd(10)}${does}`;
      yield `${"exit".padEnd(10)}ends the shell, with a code`;
      return 0;
    },
  },
  hostname: {
    does: "shows the machine's name",
    *run({ machine }) {
      yield machine.hostname;
      return 0;
    },
  },
  ip: {
    does: "shows the private address",
    *run({ machine }) {
      yield machine.privateIp ?? "This machine has no private address.";
      return 0;
    },
  },
  ls: {
    does: "lists a folder",
    *run({ machine, folder }, [path = "."]) {
      const absolute = pathFrom(folder, path);
      if (filesOf(machine).has(absolute)) {
        yield path;
        return 0;
      }
      const names = namesIn(machine, absolute);
      yield names?.join("  ") ?? `ls: ${path}: No such file or folder`;
      return names === undefined ? 1 : 0;
    },
  },
  pwd: {
    does: "shows the folder",
    *run({ folder }) {
      yield folder;
      return 0;
    },
  },
  seq: {
    does: "counts to a number",
    *run(_, [last = ""]) {
      const end = Number(last);
      if (!Number.isInteger(end) || end < 0 || end > LONGEST) {
        yield `seq: give a whole number up to ${LONGEST}`;
        return 1;
      }
      for (let number = 1; number <= end; number++) yield String(number);
      return 0;
    },
  },
  stty: {
    does: "shows the terminal's size: rows and columns",
    *run({ rows, columns }) {
      yield `${rows()} ${columns()}`;
      return 0;
    },
  },
  uname: {
    does: "shows the system",
    *run({ machine }, [option]) {
      yield option === "-a" ? `Linux ${machine.hostname} 6.12.0-simulated x86_64 GNU/Linux` : "Linux";
      return 0;
    },
  },
  uptime: {
    does: "shows for how long the machine runs",
    *run({ machine: { startedAt, cpu, ramMb, diskGb } }) {
      const minutes = Math.floor((Date.now() - startedAt.getTime()) / 60_000);
      yield `up ${minutes} min, ${cpu} CPU, ${ramMb} MiB of memory, ${diskGb} GiB of disk`;
      return 0;
    },
  },
  whoami: {
    does: "shows the user",
    *run() {
      yield "root";
      return 0;
    },
  },
};

const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g;

/** The words of a line. Quotes keep spaces; variables other than `$?`, pipes and redirections do not exist. */
export function wordsOf(line: string, lastCode: number): string[] {
  return [...line.matchAll(WORD)].map(
    ([, double, single, plain]) => single ?? (double ?? plain ?? "").replaceAll("$?", String(lastCode)),
  );
}

/** Runs a line. @returns the exit code */
export function* runLine(session: Session, [name, ...args]: readonly string[]): Output {
  const command = name === undefined || !Object.hasOwn(COMMANDS, name) ? undefined : COMMANDS[name];
  if (command !== undefined) return yield* command.run(session, args);
  yield `${name}: command not found; this machine is simulated, type help`;
  return 127;
}
