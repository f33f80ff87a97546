import { applies, publicStatements } from "./decide.ts";
import { matches } from "./glob.ts";
import { POLICY_ACTIONS } from "./policy-actions.ts";
import { type Policy, type PolicyProblem, reachOf, type Statement } from "./read-policy.ts";

/** What a policy works together with. */
export interface PolicySurroundings {
  readonly bucketName: string;
  readonly workspaceId: bigint;
  /** The ids of the access keys that may write to the bucket without a policy. */
  readonly writers: readonly string[];
  /** Whether the bucket's public access block refuses policies that allow everyone something. */
  readonly blocksPublicPolicies: boolean;
  /** Whether the block keeps requests without an access key out, whatever a policy allows. */
  readonly restrictsPublicAccess: boolean;
}

const ACTIONS = (["bucket", "object"] as const).flatMap((place) =>
  POLICY_ACTIONS[place].map((action) => ({ place, name: `s3:${action.toLowerCase()}` })),
);

/** What a valid policy probably does not mean: each a predicate of its place, such as "matches no action". */
export function policyWarnings(policy: Policy, surroundings: PolicySurroundings): PolicyProblem[] {
  const open = publicStatements(policy);
  const found = policy.statements.flatMap((statement, index) =>
    [
      ...unusedActions(statement, surroundings),
      ...(open.has(statement) ? [...publicReading(surroundings), ...writingOfEveryone(statement)] : []),
    ].map(({ path, message }) => ({ path: ["Statement", index, ...path], message })),
  );
  return [...found, ...lockedWriters(policy, surroundings)];
}

/** Actions that no request has, and those about objects or the bucket where no resource reaches them. */
function unusedActions({ actions, resources }: Statement, { bucketName }: PolicySurroundings): PolicyProblem[] {
  if (actions.negated) return [];
  const path = ["Action"];
  const reached = resources.named.map((arn) => reachOf(arn, bucketName));
  const reaches = (place: "bucket" | "object") =>
    resources.negated || reached.some(({ ofBucket, ofObjects }) => (place === "bucket" ? ofBucket : ofObjects));
  return actions.named.flatMap((pattern) => {
    const known = ACTIONS.filter(({ name }) => matches(pattern, name));
    if (known.length === 0) return [{ path, message: `has "${pattern}", which is not an action of this object store` }];
    if (known.some(({ place }) => reaches(place))) return [];
    const wanted =
      known[0]?.place === "bucket"
        ? `is about the bucket: it needs the resource arn:aws:s3:::${bucketName}`
        : `is about objects: it needs a resource such as arn:aws:s3:::${bucketName}/*`;
    return [{ path, message: `has "${pattern}", which matches nothing here, because it ${wanted}` }];
  });
}

function publicReading(surroundings: PolicySurroundings): PolicyProblem[] {
  const path = ["Principal"];
  if (surroundings.blocksPublicPolicies)
    return [
      { path, message: "makes the policy public, which the bucket's public access block does not allow to be saved" },
    ];
  if (surroundings.restrictsPublicAccess)
    return [{ path, message: "makes the policy public, but the bucket's public access block overrides it" }];
  return [];
}

/** Requests without an access key read, whatever a policy says. */
function writingOfEveryone({ actions }: Statement): PolicyProblem[] {
  if (actions.negated) return [];
  const known = ACTIONS.filter(({ name }) => actions.named.some((pattern) => matches(pattern, name)));
  if (known.length === 0 || known.some(({ name }) => /^s3:(get|list)/.test(name))) return [];
  return [
    {
      path: ["Action"],
      message: "allows changes, which requests without an access key may never make; it applies to access keys only",
    },
  ];
}

/** Denials without conditions that together keep the last access key from writing. */
function lockedWriters(
  { statements }: Policy,
  { writers, workspaceId, bucketName }: PolicySurroundings,
): PolicyProblem[] {
  const denies = statements.flatMap((statement, index) =>
    statement.effect === "Deny" && statement.conditions.length === 0 ? [{ statement, index }] : [],
  );
  // A key that no pattern but a general one matches.
  const resource = `arn:aws:s3:::${bucketName}/\u{f8ff}`;
  const lockedBy = writers.map((accessKeyId) =>
    denies.find(({ statement }) =>
      applies(statement, {
        principal: { accessKeyId, workspaceId },
        ...{ action: "s3:PutObject", resource, conditions: () => undefined },
      }),
    ),
  );
  const indexes = new Set(lockedBy.flatMap((deny) => deny?.index ?? []));
  if (writers.length === 0 || lockedBy.includes(undefined)) return [];
  return [...indexes].map((index) => ({
    path: ["Statement", index, "Effect"],
    message:
      "denies writing to every access key that could write to the bucket; the policy itself can still be changed",
  }));
}
