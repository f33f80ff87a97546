import { type DomainError, invalidField } from "../request/domain-error.ts";

/** What is wrong with a record set, as a sentence that begins with "must", and the field of the request that has it. */
export class RecordProblem extends Error {
  override readonly name = "RecordProblem";
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Does what may find a problem. @throws DomainError 400 that names the field */
export function refusingProblems<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof RecordProblem ? invalidField(error.field, error.message) : error;
  }
}

/** The same for a file, in which a problem is at a line. @throws DomainError 400 that names the line */
export function atLine<Value>(line: number, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RecordProblem)) throw error;
    throw badLine(line, `${subjectOf(error.field)} ${error.message}`);
  }
}

/** The refusal of a file with a line that is wrong, in words that go on after its number. */
export function badLine(line: number, problem: string): DomainError {
  return invalidField("zone_file", `must be right at line ${line}: ${problem}`);
}

function subjectOf(field: string): string {
  if (field.startsWith("values")) return "the value";
  return `the ${field}`;
}
