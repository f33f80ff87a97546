import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export const ENVIRONMENT = () => ({ ...process.env, PATH: PATH() });

/** The daemons are in the system's folders, which may be missing in a user's PATH. */
function PATH(): string {
  return `${process.env.PATH ?? ""}${delimiter}/usr/sbin${delimiter}/sbin`;
}

export function programPath(name: string): string | undefined {
  return PATH()
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
