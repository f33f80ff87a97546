import { suspendWallet } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { walletAnswer } from "./wallet-answer.ts";

export const suspendWalletCommand = defineCommand({
  name: "admin wallet suspend",
  about: "Keep an organization from buying until it is resumed; what it has runs on, and is charged",
  options: {
    organization: { value: "ID", about: "the organization" },
    reason: { value: "TEXT", about: "why; its people read it in the console" },
  },
  async run({ database }, { organization, reason }) {
    return walletAnswer(await suspendWallet(database, { organizationId: organization, reason }));
  },
});
