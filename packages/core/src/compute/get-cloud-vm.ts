import type { Handler } from "../kernel/context.ts";
import { notFound } from "../kernel/domain-error.ts";
import { toCloudVm, VmRepository } from "./vm-repository.ts";

export const getCloudVm: Handler<"cloudVm.get"> = async (context, { vm_id }) => {
  const row = await new VmRepository(context.sql, context.workspace.id).get("cloud", vm_id);
  if (row === undefined) throw notFound("cloud VM");
  return toCloudVm(row);
};
