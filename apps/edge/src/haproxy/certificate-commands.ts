import type { Written } from "./configuration.ts";

type Certificates = Pick<Written, "certificates" | "lists">;

/**
 * The commands of the runtime API (Management Guide §9.3) that bring the certificates of a running process from one
 * configuration to another. New ones come after those that are there, whatever their place in a list.
 */
export function certificateCommands(known: Certificates, written: Certificates): string[] {
  const removed = listed(known).filter(([list, path]) => !written.lists.get(list)?.includes(path));
  const added = listed(written).filter(([list, path]) => !known.lists.get(list)?.includes(path));
  const gone = [...known.certificates.keys()].filter((path) => !written.certificates.has(path));
  return [
    ...removed.map(([list, path]) => `del ssl crt-list ${runtimeName(list)} ${runtimeName(path)}`),
    ...gone.map((path) => `del ssl cert ${runtimeName(path)}`),
    ...[...written.certificates].flatMap(([path, pem]) => {
      const former = known.certificates.get(path);
      if (former === pem) return [];
      return [
        ...(former === undefined ? [`new ssl cert ${runtimeName(path)}`] : []),
        ...[`set ssl cert ${runtimeName(path)} <<\n${pem}\n`, `commit ssl cert ${runtimeName(path)}`],
      ];
    }),
    ...added.map(([list, path]) => `add ssl crt-list ${runtimeName(list)} ${runtimeName(path)}`),
  ];
}

function listed({ lists }: Certificates): (readonly [list: string, path: string])[] {
  return [...lists].flatMap(([list, paths]) => paths.map((path) => [list, path] as const));
}

/** A path in a command, whose words end at spaces. */
export function runtimeName(path: string): string {
  return path.replaceAll(/[\\ ]/g, "\\$&");
}
