// What the installation is called and looks like.
import { randomUUID } from "node:crypto";
import { pngOf } from "../logos.ts";
import type { OperatorExamples } from "./operator-example.ts";

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
} satisfies OperatorExamples;
