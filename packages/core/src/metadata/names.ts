/** A tag of EC2 is a part of a path there, so it has no space and no slash. */
const IN_A_PATH = /^(?!\.{1,2}$)[^\s/=]+$/;

/**
 * Tags as names with values, as EC2 and OpenStack have them: `team=web` is `web` under the name `team`, and a tag without
 * an equals sign has no value. The first of several with one name counts. A name that cannot stand in a path is left out.
 */
export function tagPairs(tags: readonly string[]): (readonly [name: string, value: string])[] {
  const pairs = new Map<string, string>();
  for (const tag of tags) {
    const [name = "", ...value] = tag.split("=");
    if (IN_A_PATH.test(name) && !pairs.has(name)) pairs.set(name, value.join("="));
  }
  return [...pairs];
}

/** A name for each public key, from its comment: unique, and without spaces and equals signs. */
export function keyNames(sshKeys: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [index, key] of sshKeys.entries()) {
    const comment = key.trim().split(/\s+/).slice(2).join("-").replaceAll("=", "-");
    const name = comment === "" ? `key-${index}` : comment;
    names.add(names.has(name) ? `${name}-${index}` : name);
  }
  return [...names];
}
