import type { Handler } from "../kernel/context.ts";
import { changeSecretVersion } from "./change-secret-version.ts";

export const disableSecretVersion: Handler<"secretVersion.disable"> = (context, path) => changeSecretVersion(context, path, "disabled");
