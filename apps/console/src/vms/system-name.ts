import type { Image } from "@fulmar/contract";

/** The common name of an image's versions: "Ubuntu" for "Ubuntu 24.04 LTS". */
export function systemName({ name, version }: Pick<Image, "name" | "version">): string {
  const [system = ""] = version === "" ? [name] : name.split(version);
  return system.trim() || name;
}
