import { columns } from '../../server/src/operate/commands/framework/help-columns.ts';
import type { Program } from '../../server/src/operate/commands/framework/program.ts';
import { COMMANDS } from './commands/table.ts';
import { VERSION } from './version.ts';

export const PROGRAM: Program = {
  call: 'orgdesk',
  about: 'orgdesk: administers organizations on a code host, through a service that is running.',
  usage: ['orgdesk COMMAND [OPTION …]'],
  commands: COMMANDS,
  unlisted: [],
  byDefault: null,
  topics: {},
  early: {},
  version: async () => VERSION,
};

export async function remoteHelp(): Promise<string> {
  const loaded = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => [name, (await load()).command.summary] as const),
  );
  return `These commands call a running service as a person who has signed in with orgdesk login.\nfile check, and file import --from-peribolos, need neither.\n\n${columns(loaded)}\n`;
}
