import { join } from "node:path";

/** How the worker sends e-mail. */
export type MailConfiguration =
  | { readonly delivery: "smtp"; readonly smtpUrl: string; readonly from: string }
  /** Development: mails are written as files, so that a developer can read them. */
  | { readonly delivery: "files"; readonly folder: string; readonly from: string }
  /** Production without FULMAR_SMTP_URL: no mail is sent. */
  | { readonly delivery: "none" };

export function mailConfiguration(value: {
  readonly environment: "development" | "production";
  readonly dataDir: string;
  readonly smtpUrl: string | undefined;
  readonly from: string | undefined;
}): MailConfiguration {
  const { environment, dataDir, smtpUrl, from = "Fulmar <fulmar@localhost>" } = value;
  if (smtpUrl !== undefined) return { delivery: "smtp", smtpUrl, from };
  return environment === "development"
    ? { delivery: "files", folder: join(dataDir, "mail"), from }
    : { delivery: "none" };
}
