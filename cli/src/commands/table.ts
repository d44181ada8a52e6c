import type { Commands } from '../../../server/src/operate/commands/framework/program.ts';
import { CALLS } from './calls.ts';

export const COMMANDS: Commands = {
  ...CALLS,
  completion: () => import('./completion/completion.ts'),
};
