import { defineSaga, type Saga, type StepContext, type StepResult, TransientError } from "@fulmar/engine";
import { type ComputePort, ProviderError } from "@fulmar/providers";
import { isDatabaseUnavailable } from "../kernel/database-error.ts";
import type { ComputeServices } from "./services.ts";

/** What every saga of a VM is told when it is accepted. */
export interface VmSagaInput {
  /** The VM's name; the simulated provider reads faults out of it. */
  readonly name: string;
  /** The adapter that drives the VM's site. */
  readonly provider: string;
}

export interface VmStepContext<Input> extends StepContext<ComputeServices, Input> {
  readonly port: ComputePort;
}

export interface VmStep<Input> {
  readonly name: string;
  readonly timeoutMs?: number;
  readonly pointOfNoReturn?: true;
  do(context: VmStepContext<Input>): Promise<StepResult | undefined>;
  undo?(context: VmStepContext<Input>): Promise<void>;
}

export interface VmSaga<Input> extends Pick<Saga<ComputeServices, Input>, "name" | "timeoutMs" | "settle"> {
  readonly steps: readonly VmStep<Input>[];
}

/**
 * Makes a saga of steps that work with the provider of the VM's site. Each step first tells the provider that it begins,
 * so that the provider can say that it is busy, and the simulated one can fail at any step. An undo always begins.
 */
export function defineVmSaga<Input extends VmSagaInput>({ steps, ...saga }: VmSaga<Input>): Saga<ComputeServices, Input> {
  return defineSaga({
    ...saga,
    steps: steps.map(({ undo, ...step }) => ({
      ...step,
      do: (context: StepContext<ComputeServices, Input>) => transientWithoutDatabase(() => begin(step, withPort(context))),
      ...(undo === undefined ? {} : { undo: (context: StepContext<ComputeServices, Input>) => transientWithoutDatabase(() => undo(withPort(context))) }),
    })),
  });
}

/** Awaits a call that has nothing left to do when the provider no longer has the instance. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === "instance_not_found")) throw error;
  }
}

async function begin<Input extends VmSagaInput>(step: Omit<VmStep<Input>, "undo">, context: VmStepContext<Input>): Promise<StepResult | undefined> {
  const waited = context.outputs[step.name] !== undefined;
  const busyMs = await context.port.beginStep({ vmId: context.resourceId, vmName: context.input.name, step: step.name, waited }, context.signal);
  return busyMs > 0 ? { waitMs: busyMs, output: { waited: true } } : step.do(context);
}

function withPort<Input extends VmSagaInput>(context: StepContext<ComputeServices, Input>): VmStepContext<Input> {
  return { ...context, port: context.services.computeProvider(context.input.provider) };
}

/** A database that restarts is no reason to fail: the step is tried again. */
async function transientWithoutDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw new TransientError("The database could not be reached.", { cause: error });
    throw error;
  }
}
