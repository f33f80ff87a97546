import type { Operation } from "@fulmar/contract";
import { beforeAll } from "vitest";
import type { Api, ApiResponse, RequestOptions } from "../api-fixture.ts";
import { exampleOf } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";

interface Arranged {
  readonly examples: ExampleFixture;
  readonly request: AnyRequest;
}

/** A valid request of an operation for the tests of a `describe`, which send it with parts overridden. */
export function operationFixture(api: () => Api, operation: Operation) {
  let arranged: Arranged | undefined;
  beforeAll(async () => {
    const examples = new ExampleFixture(api(), api().tenant);
    arranged = { examples, request: await exampleOf(operation, examples) };
  });
  const opened = () => {
    if (arranged === undefined) throw new Error("The request exists only while tests run.");
    return arranged;
  };
  return {
    get examples() {
      return opened().examples;
    },
    get request() {
      return opened().request;
    },
    send: (options: RequestOptions): Promise<ApiResponse> =>
      opened().examples.send(operation, opened().request, options),
  };
}
