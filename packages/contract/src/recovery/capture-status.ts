import { z } from "zod";

/** spec: States, snapshot set and backup `last_status`. */
export const CaptureStatus = z.enum(["queued", "running", "succeeded", "failed", "cancelled"]);
export type CaptureStatus = z.infer<typeof CaptureStatus>;
