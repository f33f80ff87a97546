import { z } from "zod";
import { Timestamp } from "../values/fields.ts";

/** What an operator announces, as people see it above their pages until it ends. */
export const Announcement = z.strictObject({
  announcement_id: z.string(),
  kind: z.enum(["notice", "maintenance"]),
  level: z.enum(["info", "warning"]),
  title: z.string(),
  /** Plain text. Empty lines part paragraphs. */
  text: z.string(),
  /** When a notice began, or maintenance begins. */
  starts_at: Timestamp,
  /** Null: until an operator ends it. */
  ends_at: Timestamp.nullable(),
  /** The names of the sites that it is about. */
  sites: z.array(z.string()),
  site_ids: z.array(z.string()),
  /** Whether the person has closed it as it is now. */
  closed: z.boolean(),
  updated_at: Timestamp,
});
export type Announcement = z.infer<typeof Announcement>;
