import {
  DEFAULT_SAGA_TIMEOUT_MS,
  defineSaga,
  type Saga,
  type Step,
  type StepContext,
  type StepResult,
  TransientError,
} from "@fulmar/engine";
import { isDatabaseUnavailable } from "@fulmar/prisma";
import { type Provider, ProviderError } from "@fulmar/providers";
import { FENCED_MS, unlessFenced } from "./fence.ts";
import type { WorkerServices } from "./worker-services.ts";

/** The input of every saga that works with a provider. */
export interface ProviderSagaInput {
  /** The resource's name. The simulated provider reads faults from it. */
  readonly name: string;
  /** The provider of the resource's site. */
  readonly provider: string;
}

/** A step's context with the ports of the provider of the resource's site. */
export interface ProviderStepContext<Input> extends StepContext<WorkerServices, Input>, Omit<Provider, "beginStep"> {}

export interface ProviderStep<Input>
  extends Pick<Step<WorkerServices, Input>, "name" | "timeoutMs" | "pointOfNoReturn" | "recordedLater" | "begun"> {
  do(context: ProviderStepContext<Input>): Promise<StepResult | undefined>;
  undo?(context: ProviderStepContext<Input>): Promise<void>;
}

export interface ProviderSaga<Input> extends Pick<Saga<WorkerServices, Input>, "name" | "timeoutMs" | "settle"> {
  readonly steps: readonly ProviderStep<Input>[];
}

/**
 * Makes a saga of steps that work with the provider of the resource's site. Each step first announces itself to the
 * provider, which may answer that it is busy. The simulated one can fail there at any step. An undo is not announced.
 */
export function defineProviderSaga<Input extends ProviderSagaInput>({
  steps,
  ...saga
}: ProviderSaga<Input>): Saga<WorkerServices, Input> {
  return defineSaga({
    ...saga,
    steps: steps.map(({ undo, ...step }) => ({
      ...step,
      do: (context: StepContext<WorkerServices, Input>) => transientWithoutDatabase(() => begin(step, context)),
      ...(undo === undefined
        ? {}
        : {
            undo: (context: StepContext<WorkerServices, Input>) =>
              transientWithoutDatabase(async () =>
                undo(withPorts(context, await context.services.provider(context.input.provider))),
              ),
          }),
    })),
  });
}

/** The part of an operation's row that its saga decides. `input` is JSON. */
export function sagaValues({ name, timeoutMs }: Pick<Saga<WorkerServices>, "name" | "timeoutMs">, input: object) {
  return { saga: name, input: JSON.stringify(input), timeout_ms: timeoutMs ?? DEFAULT_SAGA_TIMEOUT_MS };
}

const GONE: ReadonlySet<string> = new Set(["instance_not_found", "volume_not_found"]);

/** Awaits a call and ignores that the provider no longer has the instance or the volume. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ProviderError && GONE.has(error.code))) throw error;
  }
}

async function begin<Input extends ProviderSagaInput>(
  step: Omit<ProviderStep<Input>, "undo">,
  context: StepContext<WorkerServices, Input>,
): Promise<StepResult | undefined> {
  // The operation is on hold. It continues with this step when the site is resumed.
  const provider = await unlessFenced(context.services.provider(context.input.provider));
  if (provider === undefined) return { waitMs: FENCED_MS };
  const waited = context.outputs[step.name] !== undefined;
  const beginning = { resourceId: context.resourceId, resourceName: context.input.name, step: step.name, waited };
  const busyMs = await provider.beginStep(beginning, context.signal);
  return busyMs > 0 ? { waitMs: busyMs, output: { waited: true } } : step.do(withPorts(context, provider));
}

function withPorts<Input extends ProviderSagaInput>(
  context: StepContext<WorkerServices, Input>,
  { beginStep: _, ...ports }: Provider,
): ProviderStepContext<Input> {
  return { ...context, ...ports };
}

/**
 * Retries a step when the database could not be reached. A provider's own error decides for itself whether to retry,
 * whatever caused it.
 */
async function transientWithoutDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError) && isDatabaseUnavailable(error))
      throw new TransientError("The database could not be reached.", { cause: error });
    throw error;
  }
}
