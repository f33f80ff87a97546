import type { ComputePort } from "../../ports/compute-port.ts";
import type { LxdSite } from "../lxd-site.ts";
import { updateAccess } from "./access.ts";
import { readConsoleLog } from "./console-log.ts";
import { configureInstance } from "./first-boot.ts";
import { createInstance, deleteInstance, provisionInstance } from "./instance-life.ts";
import { findInstances, listInstances, listTraffic } from "./inventory.ts";
import { restartInstance, startInstance, stopInstance } from "./power.ts";
import { discardReplaced, listReplaced, rebuildInstance, revertInstance } from "./rebuild.ts";
import { setRescueMode } from "./rescue.ts";
import { growRootDisk, resizeInstance, revertRootDisk } from "./size.ts";

export function lxdCompute(site: LxdSite): ComputePort {
  return {
    createInstance: (...call) => createInstance(site, ...call),
    provisionInstance: (...call) => provisionInstance(site, ...call),
    configureInstance: (...call) => configureInstance(site, ...call),
    startInstance: (...call) => startInstance(site, ...call),
    stopInstance: (...call) => stopInstance(site, ...call),
    restartInstance: (...call) => restartInstance(site, ...call),
    resizeInstance: (...call) => resizeInstance(site, ...call),
    growRootDisk: (...call) => growRootDisk(site, ...call),
    revertRootDisk: (...call) => revertRootDisk(site, ...call),
    rebuildInstance: (...call) => rebuildInstance(site, ...call),
    updateAccess: (...call) => updateAccess(site, ...call),
    revertInstance: (...call) => revertInstance(site, ...call),
    setRescueMode: (...call) => setRescueMode(site, ...call),
    listReplaced: (...call) => listReplaced(site, ...call),
    discardReplaced: (...call) => discardReplaced(site, ...call),
    deleteInstance: (...call) => deleteInstance(site, ...call),
    findInstances: (...call) => findInstances(site, ...call),
    listInstances: (...call) => listInstances(site, ...call),
    readConsoleLog: (...call) => readConsoleLog(site, ...call),
    listTraffic: (...call) => listTraffic(site, ...call),
  };
}
