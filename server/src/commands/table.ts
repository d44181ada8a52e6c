import type { Command } from './command.ts';

/** In order of `--help`. Imported on demand, so `serve` starts fast and stays small. */
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
