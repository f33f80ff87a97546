/** The sections of the site, which the header links, in its order. The path is that of the section's first page. */
export const SECTIONS = {
  guides: { title: "Guides", path: "" },
  api: { title: "API", path: "api" },
  cli: { title: "CLI", path: "cli" },
  sdk: { title: "SDK", path: "sdk" },
  opentofu: { title: "OpenTofu", path: "opentofu" },
  operate: { title: "Operate", path: "operate" },
  develop: { title: "Develop", path: "develop" },
} as const;

export type SectionName = keyof typeof SECTIONS;

/** A page before it is rendered. */
export interface Page {
  /** Below `/docs/`, without an extension. Empty for the first page. */
  readonly path: string;
  readonly title: string;
  readonly section: SectionName;
  /** The heading above it in the navigation of its section. Null for none. */
  readonly group: string | null;
  readonly markdown: string;
  /** The file that it is written in, from the root of the project. Null if it is generated from the contract. */
  readonly source: string | null;
}

/** The address of a page or a file of the site. */
export function addressOf(path: string): string {
  return path === "" ? "/docs" : `/docs/${path}`;
}
