import type { Failure, SagaContext } from "./saga.ts";

export type StepStatus = "running" | "waiting" | "succeeded" | "failed" | "undoing" | "undone";
const LIVE = ["accepted", "running", "waiting", "compensating"] as const;
export type LiveStatus = (typeof LIVE)[number];

export function isLive(status: string): status is LiveStatus {
  return LIVE.some((live) => live === status);
}

/** A row of `operation_step`. */
export interface StepRecord {
  readonly position: number;
  readonly name: string;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly output: unknown;
  readonly error: string | null;
  /** On this process's monotonic clock. Undefined: when it is written first. */
  readonly beganAt?: number;
  /** On the same clock. Undefined: when its end is written. */
  readonly endedAt?: number;
}

/** An operation in its worker's memory: the row at the time of the claim, and the steps as they progress. */
export interface OperationState {
  readonly operationId: string;
  /** Whose slots it takes: the provider of its site, or empty. */
  readonly lane: string;
  readonly workspaceId: bigint;
  readonly organizationId: string;
  readonly resourceId: string;
  readonly resourceType: string;
  readonly saga: string;
  readonly input: unknown;
  /** The span of the request that was accepted, if it was traced (W3C Trace Context). */
  readonly traceparent: string | null;
  status: LiveStatus;
  currentStep: string | null;
  /** The outcome of the compensation. Null before it begins. */
  outcome: "failed" | "cancelled" | "timed_out" | null;
  failure: Failure | null;
  cancelRequested: boolean;
  /**
   * On this process's monotonic clock (`performance.now()`), so that the clocks of worker and database are never
   * compared.
   */
  readonly deadlineAt: number;
  /** On the same clock. */
  readonly acceptedAt: number;
  readonly steps: Map<string, StepRecord>;
}

/** The part of a step's or settle's context that comes from the operation. */
export function operationContext(state: OperationState): SagaContext {
  const outputs: Record<string, unknown> = {};
  for (const step of state.steps.values()) {
    if (step.output !== null) outputs[step.name] = step.output;
  }
  return {
    operationId: state.operationId,
    workspaceId: state.workspaceId,
    resourceId: state.resourceId,
    resourceType: state.resourceType,
    input: state.input,
    outputs,
  };
}
