import type { Image, Plan } from "@fulmar/contract";

/** A name for a new VM, such as `debian-small-4f9k`: what it is, and something that tells it from its like. */
export function suggestedName({ name }: Pick<Plan, "name">, { os_distro }: Pick<Image, "os_distro">): string {
  const size = name.split(" ").slice(1).join(" ") || name;
  const apart = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => LETTERS[byte % LETTERS.length]).join(
    "",
  );
  return [os_distro, size, apart]
    .join("-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, "-")
    .slice(0, 63);
}

/** None that are taken for each other. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
