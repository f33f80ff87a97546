import { resealStoredValues } from "@fulmar/core/operator";
import { command } from "../program.ts";
import { answering } from "../run-command.ts";

export const secretCommands = [
  command(
    "reseal",
    "Seal what is stored with FULMAR_SECRET instead of FULMAR_OTHER_SECRET; the command may be stopped at any moment and run again",
  ).action(
    answering(async ({ database, configuration }) => {
      const { accessKeys, edgeDocuments, mails, secondFactors, siteKeys, userData } = await resealStoredValues(
        database,
        configuration,
      );
      return {
        access_keys: String(accessKeys),
        edge_documents: String(edgeDocuments),
        mails: String(mails),
        second_factors: String(secondFactors),
        site_keys: String(siteKeys),
        user_data: String(userData),
      };
    }),
  ),
];
