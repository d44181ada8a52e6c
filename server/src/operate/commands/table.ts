import { COMMANDS as REMOTE_COMMANDS } from '@orgdesk/cli/table';
import type { Commands, Program } from '@orgdesk/command-framework/program';
import { ENV_FILE_OPTION } from './command.ts';

/** In order of `--help`. Imported on demand, so `serve` starts fast and stays small. */
export const COMMANDS: Commands = {
  serve: () => import('./serve/command.ts'),
  setup: () => import('./setup/command.ts'),
  doctor: () => import('./doctor/command.ts'),
  migrate: () => import('./migrate/command.ts'),
  reconcile: () => import('./reconcile/command.ts'),
  'rotate-keys': () => import('./rotate-keys/command.ts'),
  backup: () => import('./backup/command.ts'),
  sessions: () => import('./sessions/command.ts'),
  audit: () => import('./audit/command.ts'),
  work: () => import('./work/command.ts'),
};

/** Texts are loaded on demand. */
const HELP_TOPICS: Program['topics'] = {
  settings: {
    summary: 'every setting: meaning, default, example, and the settings file',
    text: async () => (await import('./help/settings-help.ts')).settingsHelp(),
  },
  checks: {
    summary: 'every doctor check, and how to read the report',
    text: async () => (await import('./help/checks-help.ts')).checksHelp(),
  },
  metrics: {
    summary: 'every metric: type, labels, and how to combine several instances',
    text: async () => (await import('./help/metrics-help.ts')).metricsHelp(),
  },
  remote: {
    summary: 'commands that call a running service: people, invitations, jobs, access, audit log',
    text: async () => (await import('@orgdesk/cli/program')).remoteHelp(),
  },
};

export const PROGRAM: Program = {
  call: 'npx orgdesk',
  about: 'orgdesk: a web service for administering organizations on a code host.',
  usage: ['npm start', 'npx orgdesk [COMMAND] [OPTION …]'],
  commands: { ...COMMANDS, ...REMOTE_COMMANDS },
  unlisted: Object.keys(REMOTE_COMMANDS),
  byDefault: 'serve',
  topics: HELP_TOPICS,
  early: ENV_FILE_OPTION,
  version: async () => (await import('../../version.ts')).VERSION,
};
