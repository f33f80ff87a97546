// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface SettingsStatements {
  settings_logo: {
    values: Record<never, never>;
    row: {
      content: Buffer;
      media_type: "image/png" | "image/webp" | "image/jpeg";
      version: string;
    };
  };
  settings_organization_makers: {
    values: {
      readonly user_id: string;
    };
    row: {
      may: boolean;
    };
  };
  settings_seen: {
    values: Record<never, never>;
    row: {
      name: string;
      accent: string | null;
      logo_version: string | null;
      currency: string;
      support_email: string | null;
      support_url: string | null;
      terms_url: string | null;
      new_organizations: "everyone" | "operators";
    };
  };
  settings_sign_up: {
    values: {
      readonly email: string;
    };
    row: {
      sign_up: "open" | "invited" | "domains";
      sign_up_domains: string[];
      invited: boolean;
    };
  };
}
