import { createHmac, timingSafeEqual } from "node:crypto";
import type { Cell, Cells } from "@fulmar/config";
import { Email } from "@fulmar/contract";
import { request } from "undici";
import { z } from "zod";
import { DomainError } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";

/** A cell that takes longer counts as one that does not answer. */
const PATIENCE_MS = 2000;
/** Where a console answers other cells. */
const QUESTION_PATH = "/api/cells";

/** A cell's knowledge of an e-mail address. */
export const Knowledge = z.strictObject({ account: z.boolean(), invited: z.boolean() });
export type Knowledge = z.infer<typeof Knowledge>;

const Question = z.strictObject({ email: Email, signature: z.string().max(100) });

/**
 * Asks another cell what it knows of an address. The key of the cells signs the question and is not sent.
 * @throws Error that says why there is no answer
 */
export async function askCell({ key }: Cells, cell: Cell, email: string): Promise<Knowledge> {
  const { statusCode, body } = await request(`${cell.consoleUrl}${QUESTION_PATH}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, signature: sign(key, email) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`its console answered ${statusCode}`);
  return Knowledge.parse(JSON.parse(text));
}

/**
 * The address that another cell asks for.
 * @param input unchecked, as it came
 * @throws DomainError 400, 403 if the question was not signed with the key of the cells
 */
export function questionOfCell({ key }: Cells, input: unknown): string {
  const { email, signature } = parseBy(Question, input);
  const given = Buffer.from(signature);
  const right = Buffer.from(sign(key, email));
  if (given.length === right.length && timingSafeEqual(given, right)) return email;
  throw new DomainError("forbidden", "Only the other cells may ask; give all cells the same FULMAR_CELLS_KEY.", {
    code: "wrong_cell_signature",
  });
}

/** A number that only the cells know, always the same for an address. */
export function lotOf({ key }: Cells, email: string): number {
  return createHmac("sha256", key).update(`lot\n${email}`).digest().readUInt32BE();
}

function sign(key: string, email: string): string {
  return createHmac("sha256", key).update(`known\n${email}`).digest("base64url");
}
