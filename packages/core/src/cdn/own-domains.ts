import type { Configuration } from "@fulmar/config";
import { CdnDomain } from "./edge.ts";

/** The settings that name hosts of an installation. */
export type OwnDomains = Pick<
  Configuration,
  "publicCdnUrl" | "s3Domain" | "websiteDomain" | "publicApiUrl" | "publicConsoleUrl" | "publicObjectStoreUrl" | "cells"
>;

/**
 * The part of the installation that a host name belongs to, in words: no customer may serve anything else there.
 * Undefined for all other names. Names below those of the CDN, of S3 and of websites are buckets and distributions of
 * others.
 */
export function ownerOf(host: string, configuration: OwnDomains): string | undefined {
  const isBelow = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  if (new CdnDomain(configuration).has(host)) return "the CDN";
  if (isBelow(configuration.s3Domain)) return "the object store";
  if (isBelow(configuration.websiteDomain)) return "the websites of buckets";
  const { publicApiUrl, publicConsoleUrl, publicObjectStoreUrl, cells } = configuration;
  const urls = [
    publicApiUrl,
    publicConsoleUrl,
    publicObjectStoreUrl,
    ...(cells?.all ?? []).map((cell) => cell.consoleUrl),
  ];
  return urls.some((url) => new URL(url).hostname === host) ? "this installation" : undefined;
}
