/** Texts are loaded on demand. */
export const HELP_TOPICS: Readonly<Record<string, { readonly summary: string; readonly text: () => Promise<string> }>> =
  {
    settings: {
      summary: 'every setting: meaning, default, example, and the settings file',
      text: async () => (await import('./settings-help.ts')).settingsHelp(),
    },
    checks: {
      summary: 'every doctor check, and how to read the report',
      text: async () => (await import('./checks-help.ts')).checksHelp(),
    },
    metrics: {
      summary: 'every metric: type, labels, and how to combine several instances',
      text: async () => (await import('./metrics-help.ts')).metricsHelp(),
    },
    remote: {
      summary: 'commands that call a running service: people, invitations, jobs, access, audit log',
      text: async () => (await import('@orgdesk/cli/program')).remoteHelp(),
    },
  };
