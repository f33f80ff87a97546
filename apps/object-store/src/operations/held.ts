// A guard of a token holds the access keys that the token made (docs/adr/0077).
import type { S3Visitor } from "@fulmar/core/object-store";
import { S3Error } from "../protocol/s3-error.ts";
import { header } from "../protocol/s3-request.ts";
import type { Answer, BucketCall } from "./call.ts";
import type { S3Operation } from "./table.ts";

type Held = Pick<S3Operation, "scopes" | "adds">;

/** Whatever scopes and policies allow. @throws S3Error 403 for what the hold on the key does not allow */
export function requireFree({ hold, bucket }: Pick<S3Visitor, "hold" | "bucket">, { scopes, adds }: Held): void {
  if (hold === null || scopes.every((scope) => scope === "object-storage.read")) return;
  // An object that is added there can replace the version "null".
  const replacesNone = bucket?.versioning !== "Suspended";
  if (hold !== "adds" || adds !== true || !replacesNone) throw held(hold);
}

/** Carries out an operation. A held key that adds is told why it did not replace an object. */
export async function adding(
  { adds }: Held,
  { visitor: { hold }, request }: Pick<BucketCall, "visitor" | "request">,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    const isAsked = header(request, "if-none-match") !== undefined;
    const isRefused = error instanceof S3Error && error.code === "PreconditionFailed";
    throw hold === "adds" && adds === true && isRefused && !isAsked ? held(hold) : error;
  }
}

function held(hold: NonNullable<S3Visitor["hold"]>): S3Error {
  const may = hold === "adds" ? "read objects and add new ones, in one request each" : "read";
  return new S3Error(
    "AccessDenied",
    `A guard or ceilings hold the token that this comes of, so it may only ${may}; ` +
      "send the request to the API, where a person can approve it, or use a key that a person made.",
  );
}
