import type { Command } from './command.ts';

/**
 * Every command, in the order in which `--help` lists them. Only what is asked for is imported: `serve` is to be listening
 * soon, and to keep nothing in memory that it does not use.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  serve: () => import('./serve/command.ts'),
  setup: () => import('./setup/command.ts'),
  doctor: () => import('./doctor/command.ts'),
  migrate: () => import('./migrate/command.ts'),
  reconcile: () => import('./reconcile/command.ts'),
  'rotate-keys': () => import('./rotate-keys/command.ts'),
  backup: () => import('./backup/command.ts'),
  sessions: () => import('./sessions/command.ts'),
  audit: () => import('./audit/command.ts'),
};
