/** What the form holds. */
export interface GenerateUrlValues {
  readonly bucket_name: string;
  readonly object_key: string;
  /** Seconds, or empty for what the bucket's visibility says. */
  readonly expires_in: string;
  readonly disposition: "" | "inline" | "attachment";
}

export const URL_FIELDS = ["bucket_name", "object_key", "expires_in", "disposition"] as const;

export const EXPIRIES = [
  ["", "As usual: an hour if private, never if public"],
  ["900", "15 minutes"],
  ["3600", "1 hour"],
  ["86400", "1 day"],
  ["604800", "7 days, the longest"],
] as const;

export const DISPOSITIONS = [
  ["", "As the object says"],
  ["inline", "Shown in the browser"],
  ["attachment", "Saved as a file"],
] as const;

/** What `cdnUrl.generate` takes. */
export function toGenerateUrl({ bucket_name, object_key, expires_in, disposition }: GenerateUrlValues) {
  return {
    bucket_name,
    object_key,
    ...(expires_in !== "" && { expires_in: Number(expires_in) }),
    ...(disposition !== "" && { disposition }),
  };
}
