import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toVolumeOperation, VolumeOperationRepository } from "./volume-operation-repository.ts";
import { VolumeRepository } from "./volume-repository.ts";

/** A deleted volume's history too, so that the operation id that its deletion answered can be looked up. */
export const listVolumeOperations: Handler<"volume.operations"> = async (context, { volume_id, limit, cursor }) => {
  const { sql, workspace } = context;
  if (!(await new VolumeRepository(sql, workspace.id).existed(volume_id))) throw notFound("volume");
  const rows = await new VolumeOperationRepository(sql, workspace.id).list(
    volume_id,
    decodeCursor(cursor, "volop"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.volume_operation_id, toVolumeOperation);
};
