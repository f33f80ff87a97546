import type { Configuration } from "@fulmar/config";
import type { Database } from "@fulmar/prisma";
import { resealApprovals } from "./approvals/index.ts";
import { resealCertificateKeys } from "./cdn/index.ts";
import { resealStartupScripts, resealUserData, sealUserDataInClear } from "./compute/index.ts";
import { resealZoneKeys } from "./dns/index.ts";
import { resealEdgeDocuments } from "./edge/index.ts";
import { resealImageUrls } from "./images/index.ts";
import { resealDomainKeys } from "./load-balancing/index.ts";
import { resealMailPassword, resealMails } from "./mail/index.ts";
import { resealObjectStorage } from "./object-storage/index.ts";
import { resealDestinations } from "./recovery/index.ts";
import { resealSiteKeys, resealSiteRequests } from "./site/index.ts";
import { resealWebhookSecrets } from "./webhooks/index.ts";

/** How many values were sealed. */
interface Resealed {
  readonly accessKeys: number;
  /** Inputs of what waits for approval. */
  readonly approvals: number;
  /** Access to buckets of other stores, and the keys of what is there. */
  readonly backupDestinations: number;
  readonly bucketKeys: number;
  /** Of ACME accounts, and of certificates that they get. */
  readonly certificateKeys: number;
  readonly edgeDocuments: number;
  /** URLs that images are imported from. */
  readonly imageUrls: number;
  /** Links of mails that are not sent yet. */
  readonly mails: number;
  /** Of the mail server and of single sign-on. */
  readonly installationSecrets: number;
  readonly secondFactors: number;
  /** Of connections, and of what waits to renew one. */
  readonly siteKeys: number;
  readonly startupScripts: number;
  /** Of regions with a server of their own, and of the users that own buckets there. */
  readonly storageKeys: number;
  readonly userData: number;
  /** Present ones, and those before a rotation. */
  readonly webhookSecrets: number;
  /** Of signed DNS zones. */
  readonly zoneKeys: number;
}

/**
 * Seals everything that the database keeps with the first secret of the installation: what is sealed with the other
 * one, and what an earlier version stored in clear. It may be stopped at any moment and run again. Processes that know
 * both secrets open every value throughout.
 */
export async function resealStoredValues(
  { sql }: Pick<Database, "sql">,
  { secrets }: Pick<Configuration, "secrets">,
): Promise<Resealed> {
  // Loaded here alone: the library of sign-ins is half of what operators' commands would load at every start.
  const { resealClientSecret, resealSecondFactors } = await import("./identity/index.ts");
  return {
    approvals: await resealApprovals(sql, secrets),
    ...(await resealObjectStorage(sql, secrets)),
    backupDestinations: await resealDestinations(sql, secrets),
    certificateKeys: (await resealCertificateKeys(sql, secrets)) + (await resealDomainKeys(sql, secrets)),
    edgeDocuments: await resealEdgeDocuments(sql, secrets),
    imageUrls: await resealImageUrls(sql, secrets),
    installationSecrets: (await resealMailPassword(sql, secrets)) + (await resealClientSecret(sql, secrets)),
    mails: await resealMails(sql, secrets),
    secondFactors: await resealSecondFactors(sql, secrets),
    siteKeys: (await resealSiteKeys(sql, secrets)) + (await resealSiteRequests(sql, secrets)),
    startupScripts: await resealStartupScripts(sql, secrets),
    userData: (await sealUserDataInClear(sql, secrets)) + (await resealUserData(sql, secrets)),
    webhookSecrets: await resealWebhookSecrets(sql, secrets),
    zoneKeys: await resealZoneKeys(sql, secrets),
  };
}
