import { resumeWallet } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { walletAnswer } from "./wallet-answer.ts";

export const resumeWalletCommand = defineCommand({
  name: "admin wallet resume",
  about: "Let a suspended organization buy again",
  options: { organization: { value: "ID", about: "the organization" } },
  async run({ database }, { organization }) {
    return walletAnswer(await resumeWallet(database, { organizationId: organization }));
  },
});
