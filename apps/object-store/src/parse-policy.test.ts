import { expect, test } from "vitest";
import { parsePolicy } from "./parse-policy.ts";

const statement = { Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: "arn:aws:s3:::photos/*" };

test.each([
  ["no JSON", "{", "it must be JSON"],
  ["more than 20 KiB", JSON.stringify({ Id: "x".repeat(20_480), Statement: statement }), "at most 20 KiB"],
  [
    "another bucket",
    JSON.stringify({ Statement: { ...statement, Resource: "arn:aws:s3:::b/*" } }),
    "Statement.Resource",
  ],
])("refused: %s", (_, text, sentence) => {
  const refused = { code: "MalformedPolicy", message: expect.stringContaining(sentence) };
  expect(() => parsePolicy(text, "photos")).toThrow(expect.objectContaining(refused));
});
