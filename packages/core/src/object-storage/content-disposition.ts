import type { ContentDisposition } from "@fulmar/contract";
import { uriEncode } from "./signature-v4.ts";

/** The header that has a browser show an object, or save it under the last part of its key (RFC 6266). */
export function dispositionOf(disposition: ContentDisposition, key: string): string {
  const name = key.split("/").findLast((segment) => segment !== "") ?? "object";
  return `${disposition}; filename*=UTF-8''${uriEncode(name)}`;
}
