import type { ComputePort } from "../compute-port.ts";
import { configureInstance, createInstance, deleteInstance, provisionInstance } from "./instance-life.ts";
import { findInstances, listInstances } from "./inventory.ts";
import { restartInstance, startInstance, stopInstance } from "./power.ts";
import type { World } from "./world.ts";

export function simulatedCompute(world: World): ComputePort {
  return {
    createInstance: (...call) => createInstance(world, ...call),
    provisionInstance: (...call) => provisionInstance(world, ...call),
    configureInstance: (...call) => configureInstance(world, ...call),
    startInstance: (...call) => startInstance(world, ...call),
    stopInstance: (...call) => stopInstance(world, ...call),
    restartInstance: (...call) => restartInstance(world, ...call),
    deleteInstance: (...call) => deleteInstance(world, ...call),
    findInstances: (...call) => findInstances(world, ...call),
    listInstances: (...call) => listInstances(world, ...call),
  };
}
