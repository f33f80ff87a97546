import type pg from "pg";
import type { ComputePort } from "../compute-port.ts";
import { beginStep } from "./begin-step.ts";
import { configureInstance, createInstance, deleteInstance, provisionInstance } from "./instance-life.ts";
import { findInstances, listInstances } from "./inventory.ts";
import { restartInstance, startInstance, stopInstance } from "./power.ts";
import { createSnapshot, deleteSnapshot } from "./snapshots.ts";
import { openWorld } from "./world.ts";

/** A cloud without machines, for development and tests. It lives in the schema `simulated` of the given database. */
export function simulatedCompute(pool: pg.Pool): ComputePort {
  const world = openWorld(pool);
  return {
    beginStep,
    createInstance: (...call) => createInstance(world, ...call),
    provisionInstance: (...call) => provisionInstance(world, ...call),
    configureInstance: (...call) => configureInstance(world, ...call),
    startInstance: (...call) => startInstance(world, ...call),
    stopInstance: (...call) => stopInstance(world, ...call),
    restartInstance: (...call) => restartInstance(world, ...call),
    deleteInstance: (...call) => deleteInstance(world, ...call),
    createSnapshot: (...call) => createSnapshot(world, ...call),
    deleteSnapshot: (...call) => deleteSnapshot(world, ...call),
    findInstances: (...call) => findInstances(world, ...call),
    listInstances: (...call) => listInstances(world, ...call),
  };
}
