import type { Program } from '@orgdesk/command-framework/program';
import manifest from '../package.json' with { type: 'json' };
import { COMMANDS } from './commands/table.ts';

export const PROGRAM: Program = {
  call: 'orgdesk',
  about: 'orgdesk: administers organizations on a code host, through a service that is running.',
  usage: ['orgdesk COMMAND [OPTION …]'],
  commands: COMMANDS,
  unlisted: [],
  byDefault: null,
  topics: {},
  early: {},
  version: async () => manifest.version,
};

export async function remoteHelp(): Promise<string> {
  const { columns } = await import('@orgdesk/command-framework/help');
  const loaded = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => [name, (await load()).command.summary] as const),
  );
  return `These commands call a running service as a person who has signed in with orgdesk login.\nfile check, and file import --from-peribolos, need neither.\n\n${columns(loaded)}\n`;
}
