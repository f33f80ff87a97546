import type { AccessKeyPermission } from "@fulmar/contract";
import { endOfDay } from "@/client/day.ts";

/** What the form holds. */
export interface CreateAccessKeyValues {
  readonly name: string;
  readonly permission: AccessKeyPermission;
  readonly reach: "all" | "some";
  readonly bucket_names: readonly string[];
  /** YYYY-MM-DD, the last day that it works; empty for a key that does not expire. */
  readonly expires_at: string;
}

export const EMPTY_ACCESS_KEY: CreateAccessKeyValues = {
  name: "",
  permission: "read_write",
  reach: "some",
  bucket_names: [],
  expires_at: "",
};

export const ACCESS_KEY_FIELDS = ["name", "permission", "bucket_names", "expires_at"] as const;

/** What `accessKey.create` takes, made of what the form holds. */
export function toCreateAccessKey({ name, permission, reach, bucket_names, expires_at }: CreateAccessKeyValues) {
  return {
    ...{ name: name.trim(), permission },
    ...(reach === "some" && { bucket_names: [...bucket_names] }),
    ...(expires_at !== "" && { expires_at: endOfDay(expires_at) }),
  };
}
