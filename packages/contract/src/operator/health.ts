// How the installation is: what workers found, and what the database says now.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Timestamp } from "../values/fields.ts";

const shared = {
  family: "Operator",
  resource: "health_report",
  audience: "operator",
  subject: "installation",
} as const;

const State = z.enum(["ok", "warn", "fail"]);

export const HealthFinding = z
  .strictObject({
    /** What was looked at, such as `migrations`, or `site site-ams-1`. */
    check: z.string(),
    /** Fail: something does not work, or data is in danger. Warn: something will not, or is not as it should be. */
    state: State,
    /** The state and what to do about it, in one sentence. */
    sentence: z.string(),
  })
  .meta({ id: "HealthFinding" });
export type HealthFinding = z.infer<typeof HealthFinding>;

const counts = {
  /** Those that no worker has now. */
  waiting: z.int(),
  /** Those that a worker has now. */
  running: z.int(),
  /** Those that wait for a fenced site. */
  held: z.int(),
  /** When the oldest one was asked for. Null without any. */
  oldest_at: Timestamp.nullable(),
};

export const OperatorHealth = z
  .strictObject({
    /** The worst state of the findings. */
    state: State,
    /** When a worker last looked. Null: none ever has. */
    reported_at: Timestamp.nullable(),
    /** What does not work, then what will not, then the rest. */
    findings: z.array(HealthFinding),
    versions: z.strictObject({
      /** The release of the worker that looked. Null: it runs from the sources. */
      fulmar: z.string().nullable(),
      node: z.string().nullable(),
      postgresql: z.string(),
      migrations: z.int(),
      last_migration: z.string().nullable(),
    }),
    /** The operations that have not ended. */
    queue: z.strictObject({
      ...counts,
      /** Null for those that are at no site. */
      sites: z.array(z.strictObject({ site_id: z.string().nullable(), ...counts })),
    }),
    reconcilers: z.array(
      z.strictObject({
        name: z.string(),
        /** The site that it works on, if each site has a run of its own. */
        site_id: z.string().nullable(),
        finished_at: Timestamp.nullable(),
        took_ms: z.int().nullable(),
        /** When the next run is due. */
        due_at: Timestamp,
        running: z.boolean(),
        last_error: z.string().nullable(),
      }),
    ),
    database: z.strictObject({
      size_bytes: z.number(),
      connections: z.int(),
      /** The connections that the server has for everybody. */
      most_connections: z.int(),
      /** When the oldest transaction in progress began. */
      oldest_transaction_at: Timestamp.nullable(),
      /** The standbys that follow it. */
      standbys: z.int(),
    }),
    /** The processes that are connected to the database. */
    processes: z.array(
      z.strictObject({
        program: z.string(),
        /** Null where a pooler hides it. */
        host: z.string().nullable(),
        pid: z.int().nullable(),
        connections: z.int(),
      }),
    ),
    edges: z.array(
      z.strictObject({
        name: z.string(),
        state: z.enum(["waiting", "connected", "away"]),
        seen_at: Timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: "OperatorHealth" });
export type OperatorHealth = z.infer<typeof OperatorHealth>;

const operatorHealthGet = defineOperation({
  ...shared,
  id: "operatorHealth.get",
  method: "GET",
  path: "/operator/health",
  summary: "Get the installation's health, and what to do about each finding",
  description:
    "The findings are those of `fulmar admin doctor`, which a worker makes every minute. An outdated " +
    "report is itself a finding.",
  output: OperatorHealth,
});

export const operatorHealthOperations = [operatorHealthGet] as const;
