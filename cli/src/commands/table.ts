import type { Commands } from '@orgdesk/command-framework/program';
import { CALLS } from './calls.ts';

export const COMMANDS: Commands = {
  ...CALLS,
  completion: () => import('./completion/completion.ts'),
};
