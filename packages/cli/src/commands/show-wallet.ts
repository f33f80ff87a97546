import { readWallet } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { walletAnswer } from "./wallet-answer.ts";

export const showWalletCommand = defineCommand({
  name: "admin wallet show",
  about: "Show what an organization has, may owe, and whether it is suspended",
  options: { organization: { value: "ID", about: "the organization" } },
  async run({ database }, { organization }) {
    return walletAnswer(await readWallet(database, organization));
  },
});
