// What everybody sees of the installation's settings (docs/adr/0115).
import { LOGO_TYPES, ORGANIZATION_MAKERS, type SeenSettings } from "@fulmar/contract";
import { lookup, type Sql } from "@fulmar/prisma";
import { z } from "zod";

const read = lookup(
  "settings_seen",
  `SELECT name, accent, logo_version, currency, support_email, support_url, terms_url, new_organizations
     FROM installation_settings`,
);

const logo = lookup(
  "settings_logo",
  `SELECT logo AS content, logo_type AS media_type, logo_version AS version FROM installation_settings
    WHERE logo IS NOT NULL`,
  { present: ["media_type", "version"] },
);

const Makers = z.enum(ORGANIZATION_MAKERS);

export async function readSettings({ sql }: { readonly sql: Sql }): Promise<SeenSettings> {
  const row = await sql.one(read);
  return { ...row, new_organizations: Makers.parse(row.new_organizations) };
}

export interface Logo {
  readonly version: string;
  readonly media_type: (typeof LOGO_TYPES)[number];
  readonly content: Uint8Array;
}

const LogoType = z.enum(LOGO_TYPES);

/** @returns undefined for an installation without a logo of its own */
export async function readLogo({ sql }: { readonly sql: Sql }): Promise<Logo | undefined> {
  const row = await sql.maybe(logo);
  return row && { ...row, media_type: LogoType.parse(row.media_type) };
}
