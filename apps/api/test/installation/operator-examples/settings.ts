// What the installation is called and looks like.
import { randomUUID } from "node:crypto";
import { pngOf } from "../logos.ts";
import type { OperatorExamples } from "../operator-fixture.ts";

const mailServer = () => ({
  ...{ host: `mail-${randomUUID()}.example.com`, port: 587, encryption: "starttls" },
  ...{ username: "fulmar", password: "the-password-of-the-server", sender: "Cloud <cloud@example.com>" },
});

const signInProvider = () => ({
  ...{ issuer: `https://id-${randomUUID()}.example.com`, client_id: "fulmar", client_secret: "the-client-secret" },
  ...{ name: "Example", domains: ["example.com"] },
});

export const settingsExamples = {
  "operatorSettings.get": () => ({}),
  "operatorSettings.update": () => ({
    name: `Cloud ${randomUUID()}`,
    accent: "#0b6e4f",
    sign_up_domains: ["example.com"],
  }),
  "operatorSettings.logo": async (fixture) => {
    await fixture.made("operatorSettings.setLogo", { content: pngOf({ note: randomUUID() }) });
    return {};
  },
  "operatorSettings.setLogo": () => ({ content: pngOf({ note: randomUUID() }) }),
  "operatorSettings.removeLogo": async (fixture) => {
    await fixture.made("operatorSettings.setLogo", { content: pngOf({ note: randomUUID() }) });
    return {};
  },
  "operatorSettings.sendTestMail": () => ({}),
  "operatorSettings.getTestMail": async (fixture) => ({
    mail_id: (await fixture.made("operatorSettings.sendTestMail", {})).mail_id,
  }),
  "operatorSettings.checkSingleSignOn": () => ({}),
  "operatorSingleSignOn.get": () => ({}),
  "operatorSingleSignOn.set": () => signInProvider(),
  "operatorSingleSignOn.try": () => ({ ...signInProvider(), issuer: "http://127.0.0.1:9" }),
  "operatorSingleSignOn.remove": async (fixture) => {
    await fixture.made("operatorSingleSignOn.set", signInProvider());
    return {};
  },
  "operatorMail.get": () => ({}),
  "operatorMail.set": () => mailServer(),
  "operatorMail.try": () => mailServer(),
  "operatorMail.remove": async (fixture) => {
    await fixture.made("operatorMail.set", mailServer());
    return {};
  },
} satisfies OperatorExamples;
