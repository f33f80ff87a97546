import type { ComputePort } from "../compute-port.ts";
import { readConsoleLog } from "./console.ts";
import { configureInstance, createInstance, deleteInstance, provisionInstance } from "./instance-life.ts";
import { findInstances, listInstances, listTraffic } from "./inventory.ts";
import { restartInstance, startInstance, stopInstance } from "./power.ts";
import { growRootDisk, resizeInstance, revertRootDisk } from "./size.ts";
import { rebuildInstance, revertInstance, setRescueMode, updateAccess } from "./system.ts";
import type { World } from "./world.ts";

export function simulatedCompute(world: World): ComputePort {
  return {
    createInstance: (...call) => createInstance(world, ...call),
    provisionInstance: (...call) => provisionInstance(world, ...call),
    configureInstance: (...call) => configureInstance(world, ...call),
    startInstance: (...call) => startInstance(world, ...call),
    stopInstance: (...call) => stopInstance(world, ...call),
    restartInstance: (...call) => restartInstance(world, ...call),
    resizeInstance: (...call) => resizeInstance(world, ...call),
    growRootDisk: (...call) => growRootDisk(world, ...call),
    revertRootDisk: (...call) => revertRootDisk(world, ...call),
    rebuildInstance: (...call) => rebuildInstance(world, ...call),
    updateAccess: (...call) => updateAccess(world, ...call),
    revertInstance: (...call) => revertInstance(world, ...call),
    setRescueMode: (...call) => setRescueMode(world, ...call),
    // What was replaced is a value of the instance, and takes no room.
    listReplaced: async () => [],
    discardReplaced: async () => undefined,
    deleteInstance: (...call) => deleteInstance(world, ...call),
    findInstances: (...call) => findInstances(world, ...call),
    listInstances: (...call) => listInstances(world, ...call),
    readConsoleLog: (...call) => readConsoleLog(world, ...call),
    listTraffic: (...call) => listTraffic(world, ...call),
  };
}
