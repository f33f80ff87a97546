import { resealStoredValues } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

export const secretCommands = ({ answering }: Actions) => [
  command(
    "reseal",
    "Seal what is stored with FULMAR_SECRET instead of FULMAR_OTHER_SECRET; the command may be stopped at any moment " +
      "and run again",
  ).action(
    answering(async ({ database, configuration }) => {
      const resealed = await resealStoredValues(database, configuration);
      return {
        approvals: String(resealed.approvals),
        access_keys: String(resealed.accessKeys),
        bucket_keys: String(resealed.bucketKeys),
        certificate_keys: String(resealed.certificateKeys),
        edge_documents: String(resealed.edgeDocuments),
        installation_secrets: String(resealed.installationSecrets),
        mails: String(resealed.mails),
        second_factors: String(resealed.secondFactors),
        site_keys: String(resealed.siteKeys),
        startup_scripts: String(resealed.startupScripts),
        user_data: String(resealed.userData),
        webhook_secrets: String(resealed.webhookSecrets),
        zone_keys: String(resealed.zoneKeys),
      };
    }),
  ),
];
