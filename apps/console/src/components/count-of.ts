/** "1 invitation", "2 invitations". */
export function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
