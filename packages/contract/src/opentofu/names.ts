/** The first part of an operation's id as the provider names it: `cloud_vm` of `cloudVm`. */
export function snake(group: string): string {
  return group.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The same for people: `Bucket quota`. */
export function inWords(group: string): string {
  const words = snake(group).replaceAll("_", " ").replace(/^cdn/, "CDN");
  return words.replace(/^./, (letter) => letter.toUpperCase());
}
