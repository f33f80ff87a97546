export { TransientError } from "./failure.ts";
export type { Logger } from "./logger.ts";
export { type Reconciler, type ReconcilerOptions, runReconcilers } from "./reconcilers.ts";
export { requestCancel } from "./request-cancel.ts";
export type { OperationEnd } from "./run.ts";
export {
  DEFAULT_SAGA_TIMEOUT_MS,
  defineSaga,
  type Failure,
  type JsonValue,
  type Outcome,
  type Saga,
  type SagaContext,
  type SettleContext,
  type Step,
  type StepContext,
  type StepResult,
  waitFor,
} from "./saga.ts";
export { listen, OPERATION_CHANNEL } from "./wake-up.ts";
export { runWorker, type Worker, type WorkerOptions } from "./worker.ts";
