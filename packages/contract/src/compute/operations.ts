import { cloudVmCreate, cloudVmGet, cloudVmList } from "./cloud-vm.ts";
import { operationGet } from "./operation.ts";

export const computeOperations = [cloudVmList, cloudVmCreate, cloudVmGet, operationGet] as const;
