import { z } from "zod";
import { CAPTURE_STATUSES } from "./states.ts";

export const CaptureStatus = z.enum(CAPTURE_STATUSES);
export type CaptureStatus = z.infer<typeof CaptureStatus>;
