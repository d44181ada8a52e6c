/** What `orgdesk help` prints beside the commands, by its name. Each text is loaded when somebody asks for it. */
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
  };
