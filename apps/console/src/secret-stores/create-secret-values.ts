import { endOfDay } from "@/client/day.ts";
import { partsOf } from "@/client/text-list.ts";
import { NO_VALUE, type TypedValue } from "./typed-value.ts";

/** What the form holds. */
export interface CreateSecretValues {
  readonly key: string;
  readonly value: TypedValue;
  readonly description: string;
  readonly tags: string;
  /** YYYY-MM-DD, the last day on which the value is handed out; empty for always. */
  readonly expires_at: string;
}

export const EMPTY_SECRET: CreateSecretValues = { key: "", value: NO_VALUE, description: "", tags: "", expires_at: "" };

export const SECRET_FIELDS = ["key", "value", "description", "tags", "expires_at"] as const;

/** What `secret.create` takes. The value goes as it was typed: a space at its end may belong to it. */
export function toCreateSecret({ key, value, description, tags, expires_at }: CreateSecretValues) {
  return {
    ...{
      key: key.trim(),
      value: value.value,
      encoding: value.encoding,
      description: description.trim(),
      tags: partsOf(tags, ","),
    },
    expires_at: expires_at === "" ? null : endOfDay(expires_at),
  };
}
