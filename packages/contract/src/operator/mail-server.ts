// The mail server of the installation, where the environment of its processes names none.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { shownAs } from "../declaration/shown-as.ts";
import { SEEN, SEEN_ALONE, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { BY_PEOPLE } from "./operators.ts";
import { MAIL_ENCRYPTIONS, MAIL_SOURCES } from "./setting-choices.ts";
import { OperatorTestMail } from "./settings.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const mailServer = { ...shared, resource: "installation_mail", path: "/operator/settings/mail" } as const;

export const OperatorMail = z
  .strictObject({
    /** Who says how mail is sent: the host's environment, these settings, or nobody. */
    source: z.enum(MAIL_SOURCES),
    host: z.string().nullable(),
    port: z.int().nullable(),
    encryption: z.enum(MAIL_ENCRYPTIONS).nullable(),
    username: z.string().nullable(),
    /** Whether there is a password. It is never shown. */
    password_set: z.boolean(),
    sender: z.string().nullable(),
    /** Null for what these settings do not say. */
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: "OperatorMail" });
export type OperatorMail = z.infer<typeof OperatorMail>;

const operatorMailGet = defineOperation({
  ...mailServer,
  id: "operatorMail.get",
  method: "GET",
  summary: "Get the mail server, and whether the host's environment or these settings name it",
  output: OperatorMail,
});

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The name or address of a server, without scheme, port and login. */
function isHost(text: string): boolean {
  if (text.includes(":")) return z.ipv6().safeParse(text).success;
  if (/^[\d.]+$/.test(text)) return z.ipv4().safeParse(text).success;
  return text.split(".").every((label) => LABEL.test(label));
}

export const SetMail = z
  .strictObject({
    host: keptAs(
      "lower",
      z
        .string()
        .min(1)
        .max(253)
        .toLowerCase()
        .refine(
          isHost,
          "must be the name or address of a server alone, such as mail.example.com: port, encryption and login have " +
            "fields of their own",
        ),
    ),
    port: z.int().min(1).max(65_535).default(587),
    encryption: z
      .enum(MAIL_ENCRYPTIONS)
      .default("starttls")
      .describe(
        "`tls` from the first byte, often at port 465; `starttls` turns to TLS or sends nothing; `none` does where the " +
          "server offers it, and takes no login but at the host itself.",
      ),
    username: z
      .string()
      .min(1)
      .max(254)
      .regex(SEEN, SEEN_ALONE)
      .nullable()
      .default(null)
      .describe("Null for a server that takes mails without a login."),
    password: z
      .string()
      .min(1)
      .max(500)
      .regex(/^\P{Cc}*$/u, "must not contain control characters")
      .register(shownAs, { shown_as: "secret" })
      .optional()
      .describe("Left out: the one that is there, for the same server and user name. It is stored sealed."),
    sender: z
      .string()
      .max(320)
      .refine(
        (text) => /^([^<>@\r\n"]+ <[^<>@\s"]+@[^<>@\s"]+>|[^<>@\s"]+@[^<>@\s"]+)$/.test(text) && SEEN.test(text),
        "must be an e-mail address, with or without a name, such as Fulmar <fulmar@example.com>",
      )
      .describe("Whom mails are from."),
  })
  .meta({
    id: "SetMail",
    examples: [
      {
        ...{ host: "mail.example.com", port: 587, encryption: "starttls" },
        ...{ username: "fulmar", password: "example-password", sender: "Northern Cloud <cloud@example.com>" },
      },
    ],
  });

const operatorMailSet = defineOperation({
  ...mailServer,
  id: "operatorMail.set",
  method: "PUT",
  summary: "Set the mail server",
  description:
    "Workers use it from the next mail on; a test mail shows the server's answer. Refused if the host's " +
    `environment names one. ${BY_PEOPLE}`,
  body: SetMail,
  output: OperatorMail,
  errors: ["conflict"],
});

const operatorMailTry = defineOperation({
  ...mailServer,
  id: "operatorMail.try",
  resource: "mail",
  method: "POST",
  path: "/operator/settings/mail/try",
  summary: "Send a test mail through a mail server before it is set",
  description:
    "Sends one mail to your own address, with the same body as for setting the server. The path of test " +
    `mails shows the result. ${BY_PEOPLE}`,
  body: SetMail,
  success: 201,
  output: OperatorTestMail,
  errors: ["conflict"],
});

const operatorMailRemove = defineOperation({
  ...mailServer,
  id: "operatorMail.remove",
  method: "DELETE",
  summary: "Remove the mail server",
  description: `No mail is sent from then on, and mails that wait are dropped. ${BY_PEOPLE}`,
  output: OperatorMail,
  errors: ["conflict"],
});

export const operatorMailOperations = [operatorMailGet, operatorMailSet, operatorMailTry, operatorMailRemove] as const;
