import { revokeToken } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const revokeTokenCommand = defineCommand({
  name: "admin token revoke",
  about: "Revoke an API token: its very next request is refused",
  options: { "token-id": { value: "ID", about: "the token, by its id and not its value" } },
  async run({ database }, { "token-id": tokenId }) {
    await revokeToken(database, { tokenId });
    return { token_id: tokenId, revoked: true };
  },
});
