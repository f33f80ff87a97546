/** What the form holds: texts as they were typed. */
export interface CreateBucketValues {
  readonly name: string;
  readonly region: string;
  readonly is_public: boolean;
  readonly object_lock_enabled: boolean;
  readonly retention: Retention;
  /** Days or years, as `period_unit` says. */
  readonly period: string;
  readonly period_unit: "days" | "years";
  readonly tags: string;
}

export type Retention = "none" | "GOVERNANCE" | "COMPLIANCE";

export const EMPTY_BUCKET: CreateBucketValues = {
  name: "",
  region: "",
  is_public: false,
  object_lock_enabled: false,
  retention: "none",
  period: "30",
  period_unit: "days",
  tags: "",
};

/** Where the form shows what the server finds: `default_retention` is about the period. */
export const BUCKET_FIELDS = ["name", "region", "tags"] as const;
