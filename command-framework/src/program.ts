import type { Command, Options } from './describe-command.ts';

export type Commands = Readonly<Record<string, () => Promise<{ readonly command: Command }>>>;

export interface Program {
  /** Such as `npx orgdesk`. */
  readonly call: string;
  readonly about: string;
  readonly usage: readonly string[];
  /** Names have one word or two. Imported on demand. */
  readonly commands: Commands;
  /** Names that the general help leaves to a topic. */
  readonly unlisted: readonly string[];
  /** Null shows the help. */
  readonly byDefault: string | null;
  readonly topics: Readonly<Record<string, { readonly summary: string; readonly text: () => Promise<string> }>>;
  /** Options of commands that may come before the name. */
  readonly early: Options;
  readonly version: () => Promise<string>;
}

export async function commandNamed(name: string, commands: Commands): Promise<Command | null> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return load === undefined ? null : (await load()).command;
}
