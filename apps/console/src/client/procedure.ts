import { type MutationFunction, useMutation } from "@tanstack/react-query";

/** A procedure that changes something, such as `trpc.volume.delete`. */
export interface Procedure<Input, Output> {
  readonly "~types": { readonly input: Input; readonly output: Output };
  readonly mutationOptions: () => {
    readonly mutationKey: readonly unknown[];
    readonly mutationFn?: MutationFunction<Output, Input> | undefined;
  };
}

/** The options of `useMutation` for a procedure that a component is given. */
export function mutationOf<Input, Output>(procedure: Procedure<Input, Output>) {
  const { mutationKey, mutationFn } = procedure.mutationOptions();
  return { mutationKey, ...(mutationFn !== undefined && { mutationFn }) };
}

/** The mutation of a dialog that is given its procedure. Once the change is accepted the dialog closes. */
export function useDialogChange<Input, Output>(
  procedure: Procedure<Input, Output>,
  onClose: () => void,
  onDone: (output: Output, input: Input) => unknown,
  onError?: (error: unknown) => unknown,
) {
  return useMutation({
    ...mutationOf(procedure),
    onSuccess: async (output: Output, input: Input) => {
      onClose();
      await onDone(output, input);
    },
    ...(onError !== undefined && { onError }),
  });
}
