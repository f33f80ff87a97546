import { expect, test } from "vitest";
import { catalog } from "./catalog.ts";

const withBody = catalog.filter(({ body }) => Object.keys(body.shape).length > 0);

test.each(withBody.map((operation) => [operation.id, operation.body] as const))(
  "the body of %s has one example, which its schema accepts",
  (_, body) => {
    const examples = body.meta()?.examples;
    expect(examples).toHaveLength(1);
    expect(body.safeParse(examples?.[0])).toMatchObject({ success: true });
  },
);
