import type { Handler } from "../kernel/context.ts";
import { createVm } from "./create-vm.ts";

export const createCloudVm: Handler<"cloudVm.create"> = (context, input) => createVm(context, "cloud", input);
