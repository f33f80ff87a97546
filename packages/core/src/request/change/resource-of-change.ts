import { type Operation, type ResourceType, resourceOf } from "@fulmar/contract";

type Fields = Readonly<Record<string, unknown>>;

/** The id of the resource that a change affected or created. */
export function resourceIdOf(operation: Operation, input: Fields, answer: unknown): string | null {
  const { parameter, field } = resourceOf(operation.resource);
  const named = inPath(operation, input, operation.resource);
  if (named !== undefined) return named;
  const made = isFields(answer) ? answer[field] : undefined;
  if (typeof made === "string") return made;
  const given = parameter === null ? undefined : input[parameter];
  return typeof given === "string" ? given : attemptedOn(operation, input);
}

/** The id of the resource of a refused change, or of the nearest parent in its path. */
export function attemptedOn(operation: Operation, input: Fields): string | null {
  const { parents } = resourceOf(operation.resource);
  const nearest = [operation.resource, ...parents.toReversed()];
  return nearest.map((type) => inPath(operation, input, type)).find((id) => id !== undefined) ?? null;
}

function inPath({ params }: Operation, input: Fields, type: ResourceType): string | undefined {
  const { parameter } = resourceOf(type);
  return parameter !== null && parameter in params.shape ? String(input[parameter]) : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
