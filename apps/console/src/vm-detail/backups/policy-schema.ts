// A separate module, so that it can load after the page.
import { BackupPolicyEnableRequest, BackupPolicyScheduleInput } from "@fulmar/contract/recovery";
import { z } from "zod";

const { window_minutes } = BackupPolicyScheduleInput.shape;
const { retention_days, full_backup_interval_days } = BackupPolicyEnableRequest.shape;

/** The typed fields of a policy in the form's shape, so that errors within the schedule appear at their fields. */
export const PolicyForm = z.object({
  time: z.string().min(1),
  window_minutes,
  retention_days,
  full_backup_interval_days,
});
