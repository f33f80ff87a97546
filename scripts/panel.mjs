/** The summary after a start. The curl command has its own line, so that it can be pasted. */
export function panel(configuration, credentials, tookMs) {
  const rule = "─".repeat(72);
  const rows = [
    ["Console", configuration.publicConsoleUrl],
    ["API", `${configuration.publicApiUrl}/v1`],
    ["S3", configuration.publicObjectStoreUrl],
    ...(credentials === undefined
      ? []
      : [
          ["Sign in", `${credentials.email}   ${credentials.password}`],
          ["Token", credentials.token],
        ]),
  ];
  const next =
    credentials === undefined
      ? ["Make an organization and a token:", "npm run --silent fulmar -- admin organization create --name NAME"]
      : [
          "Try the API:",
          `curl -H "Authorization: Bearer ${credentials.token}" ` +
            `"${credentials.api_url}/compute/cloud-vms?workspace_id=${credentials.workspace_id}"`,
        ];
  return [
    "",
    rule,
    `Fulmar is ready (${(tookMs / 1000).toFixed(1)} s). Ctrl-C stops it.`,
    "",
    ...rows.map(([name, value]) => `  ${name.padEnd(9)}${value}`),
    "",
    next[0],
    next[1],
    rule,
    "",
    "",
  ].join("\n");
}
