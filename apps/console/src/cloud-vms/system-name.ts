import type { Image } from "@fulmar/contract";

/** What an image's versions have in common: "Ubuntu" of "Ubuntu 24.04 LTS". */
export function systemName({ name, version }: Pick<Image, "name" | "version">): string {
  const [system = ""] = version === "" ? [name] : name.split(version);
  return system.trim() || name;
}
