import { ROTATION_OVERLAPS, RotationOverlap } from "@fulmar/contract";
import { rotateToken } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { UsageError } from "../usage-error.ts";

export const rotateTokenCommand = defineCommand({
  name: "admin token rotate",
  about: "Give an API token a new value, shown this once; the old one stays in force for the overlap",
  options: {
    "token-id": { value: "ID", about: "the token, by its id and not its value" },
    overlap: { value: "TIME", about: `how long the old value stays in force: ${RotationOverlap.options.join(", ")}` },
  },
  async run({ database, configuration }, { "token-id": tokenId, overlap }) {
    const { token, oldUntil } = await rotateToken(database, {
      tokenId,
      overlapSeconds: ROTATION_OVERLAPS[parseOverlap(overlap)],
      environment: configuration.environment,
    });
    return { token_id: tokenId, token, old_until: oldUntil.toISOString() };
  },
});

function parseOverlap(text: string): RotationOverlap {
  const overlap = RotationOverlap.safeParse(text);
  if (overlap.success) return overlap.data;
  throw new UsageError(`--overlap must be one of ${RotationOverlap.options.join(", ")}.`);
}
