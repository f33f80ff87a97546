// A module of its own, so that it can come after the page.
import { BackupPolicyEnableRequest, BackupPolicyScheduleInput } from "@fulmar/contract/recovery";
import { z } from "zod";

const { window_minutes } = BackupPolicyScheduleInput.shape;
const { retention_days, full_backup_interval_days } = BackupPolicyEnableRequest.shape;

/**
 * What of a policy is typed, as its form holds it: what is wrong with the schedule is said at the field in which it
 * stands.
 */
export const PolicyForm = z.object({
  time: z.string().min(1),
  window_minutes,
  retention_days,
  full_backup_interval_days,
});
