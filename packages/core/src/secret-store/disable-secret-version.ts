import type { Handler } from "../request/context.ts";
import { changeSecretVersion } from "./change-secret-version.ts";

export const disableSecretVersion: Handler<"secretVersion.disable"> = (context, path) =>
  changeSecretVersion(context, path, "disabled");
