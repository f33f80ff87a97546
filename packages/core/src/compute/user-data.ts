import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer } from "../request/sealing/sealed-value.ts";

/** The columns of a row with user data. It is in clear only if an earlier version wrote it. */
interface StoredUserData {
  readonly user_data: string | null;
  readonly sealed_user_data: Buffer | null;
}

/** User data may hold secrets, so the database has it sealed, bound to its VM. */
export function sealUserData(secrets: Secrets, vmId: string, userData: string | undefined): Buffer | null {
  return userData === undefined ? null : sealerOf(secrets).seal(userData, vmId);
}

export function openUserData(secrets: Secrets, vmId: string, stored: StoredUserData): string | null {
  const { user_data, sealed_user_data } = stored;
  return sealed_user_data === null ? user_data : sealerOf(secrets).open(sealed_user_data, vmId);
}

const inClear = statement(
  "vm_user_data_in_clear",
  "SELECT vm_id, user_data FROM vm WHERE user_data IS NOT NULL ORDER BY vm_id LIMIT 500",
);

const seal = statement(
  "vm_user_data_seal",
  `UPDATE vm SET sealed_user_data = $sealed_user_data::bytea, user_data = NULL
    WHERE vm_id = $vm_id AND user_data = $user_data RETURNING vm_id`,
);

const sealedPage = statement(
  "vm_user_data_sealed",
  `SELECT vm_id AS id, sealed_user_data AS sealed FROM vm
    WHERE vm_id > $after AND sealed_user_data IS NOT NULL ORDER BY vm_id LIMIT 500`,
);

const replace = statement(
  "vm_user_data_reseal",
  `UPDATE vm SET sealed_user_data = u.sealed
     FROM unnest($vm_ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE vm.vm_id = u.id AND vm.sealed_user_data = u.former RETURNING vm.vm_id`,
);

/** Seals what an earlier version wrote in clear. @returns how many values it sealed */
export async function sealUserDataInClear(sql: Sql, secrets: Secrets): Promise<number> {
  const sealer = sealerOf(secrets);
  for (let count = 0; ; ) {
    const rows = await sql.query(inClear);
    if (rows.length === 0) return count;
    for (const { vm_id, user_data } of rows) {
      if (user_data === null) continue;
      count += (await sql.query(seal, { vm_id, user_data, sealed_user_data: sealer.seal(user_data, vm_id) })).length;
    }
  }
}

const sealedGroups = statement(
  "vm_group_user_data_sealed",
  `SELECT vm_group_id AS id, sealed_user_data AS sealed FROM vm_group
    WHERE vm_group_id > $after AND sealed_user_data IS NOT NULL ORDER BY vm_group_id LIMIT 500`,
);

const replaceOfGroups = statement(
  "vm_group_user_data_reseal",
  `UPDATE vm_group SET sealed_user_data = u.sealed
     FROM unnest($vm_group_ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE vm_group.vm_group_id = u.id AND vm_group.sealed_user_data = u.former RETURNING vm_group.vm_group_id`,
);

/** Seals with the first secret what is sealed with another. @returns how many values it sealed again */
export async function resealUserData(sql: Sql, secrets: Secrets): Promise<number> {
  const sealer = sealerOf(secrets);
  const ofVms = await resealRows(sealer, {
    batch: (after) => sql.query(sealedPage, { after }),
    replace: (vm_ids, former, sealed) => sql.query(replace, { vm_ids, former, sealed }),
  });
  const ofGroups = await resealRows(sealer, {
    batch: (after) => sql.query(sealedGroups, { after }),
    replace: (vm_group_ids, former, sealed) => sql.query(replaceOfGroups, { vm_group_ids, former, sealed }),
  });
  return ofVms + ofGroups;
}

function sealerOf(secrets: Secrets): Sealer {
  return new Sealer(secrets, "user data of VMs");
}
