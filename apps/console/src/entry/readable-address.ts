/** Of no page and no route. */
export const NOWHERE = "/404";

/**
 * The address of a request as it came, but where its path is none, as that of `OPTIONS *`, or is not percent-encoded
 * UTF-8: nothing has that address.
 */
export function readableAddress(address: string): string {
  const [path = ""] = address.split(/[?#]/, 1);
  return path.startsWith("/") && isDecodable(path) ? address : NOWHERE;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
