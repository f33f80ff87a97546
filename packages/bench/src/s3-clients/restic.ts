import { type Client, checks } from "./client.ts";

export const restic: Client = {
  name: "restic",
  installed: "restic version",
  checks: checks({
    init: "restic init",
    backup: "restic backup tree big.bin",
    "a second backup": "date > tree/changed; restic backup tree big.bin",
    "check --read-data": "restic check --read-data",
    restore: `restic restore latest --target out.restic; cmp big.bin $(find out.restic -name big.bin);
        diff -r tree $(find out.restic -type d -name tree)`,
    "forget --prune":
      "restic forget --keep-last 1 --prune; restic snapshots --json | grep -o short_id | wc -l | grep -x 1",
  }),
};
