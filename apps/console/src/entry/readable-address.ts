/** An address without a page or route. */
export const NOWHERE = "/404";

/**
 * The address of a request. Addresses whose path is invalid (as in `OPTIONS *`) or is not percent-encoded UTF-8 are
 * replaced by one that does not exist.
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
