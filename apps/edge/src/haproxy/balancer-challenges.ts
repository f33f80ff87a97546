import type { ApplyFailure, Engine } from "../engine.ts";
import { CHALLENGE_PATH } from "./configuration.ts";
import type { HaproxyBalancers } from "./haproxy-balancers.ts";

/** base64url, as tokens and the parts of answers are (RFC 8555 §8.1). */
const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;
const ANSWER = /^[A-Za-z0-9_.-]{1,500}$/;

/** The answers of load balancers to certificate authorities. */
export function balancerChallenges(balancers: HaproxyBalancers): Engine<"balancer_challenge"> {
  return {
    kinds: ["balancer_challenge"],
    server: "",
    async apply({ documents }) {
      const answers = new Map<string, string>();
      const failures: ApplyFailure[] = [];
      for (const { kind, id, revision, body } of documents.values()) {
        const { loadBalancerId, keyAuthorization } = body;
        if (TOKEN.test(id) && ANSWER.test(keyAuthorization))
          answers.set(`${loadBalancerId}${CHALLENGE_PATH}${id}`, keyAuthorization);
        else
          failures.push({ kind, id, revision, message: "The certificate authority's challenge is not as expected." });
      }
      await balancers.answer(answers);
      return failures;
    },
    health: async () => new Map(),
    usage: async () => ({}),
    certificates: () => [],
    close: async () => undefined,
  };
}
