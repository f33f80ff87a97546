import { type CdnRedirect, type CdnResponseHeader, type CdnWebsite, REDIRECT_STATUSES } from "@fulmar/contract";

/** What the form holds: texts as they were typed. */
export interface WebsiteValues {
  readonly index_document: string;
  readonly error_document: string;
  readonly spa: boolean;
  readonly redirects: { source: string; destination: string; status: string }[];
  readonly headers: CdnResponseHeader[];
}

export const WEBSITE_FIELDS = ["index_document", "error_document", "spa", "redirects", "headers"] as const;

export const REDIRECT_WORDS: Readonly<Record<CdnRedirect["status"], string>> = {
  301: "301 for good",
  302: "302 for now",
  307: "307 for now, same method",
  308: "308 for good, same method",
};

export function websiteValues({ index_document, error_document, spa, redirects, headers }: CdnWebsite): WebsiteValues {
  return {
    ...{ index_document, error_document: error_document ?? "", spa },
    redirects: redirects.map(({ source, destination, status }) => ({ source, destination, status: String(status) })),
    headers: headers.map(({ name, value }) => ({ name, value })),
  };
}

/** What `cdnWebsite.put` takes: all of it, for it replaces what was there. */
export function toWebsite({ index_document, error_document, spa, redirects, headers }: WebsiteValues) {
  return {
    index_document: index_document.trim(),
    error_document: error_document.trim() === "" ? null : error_document.trim(),
    spa,
    redirects: redirects.map(({ source, destination, status }) => ({
      source: source.trim(),
      destination: destination.trim(),
      status: statusOf(status),
    })),
    headers: headers.map(({ name, value }) => ({ name: name.trim(), value: value.trim() })),
  };
}

function statusOf(text: string): CdnRedirect["status"] {
  return REDIRECT_STATUSES.find((status) => String(status) === text) ?? 301;
}
