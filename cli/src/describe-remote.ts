import {
  type Command,
  type CommandDescription,
  describeCommand,
  type Options,
  unknownArgument,
} from '@orgdesk/command-framework/describe-command';
import { ok, type Result, refuse } from '@orgdesk/contract/result';
import { COMMON_EXIT_CODES } from './connection/stop.ts';
import type { Context } from './run-remote.ts';

interface RemoteCommand<O extends Options, Input> extends Omit<CommandDescription<O, Input>, 'load'> {
  readonly load: () => Promise<{ readonly run: (context: Context, input: Input) => Promise<void> }>;
}

const URL_OPTION = {
  url: { type: 'string', value: 'URL', says: 'address of the service (ORGDESK_URL, or that of the last login)' },
} as const satisfies Options;

export const JSON_OPTION = { json: { type: 'boolean', says: 'prints JSON' } } as const satisfies Options;

export const FORMAT_OPTIONS = {
  ...JSON_OPTION,
  csv: { type: 'boolean', says: 'prints CSV, also on a terminal' },
} as const satisfies Options;

/** Of commands whose job may go on through the App. */
export const CONTINUE_OPTION = {
  'continue-after-sign-out': {
    type: 'boolean',
    says: 'lets the App go on after your session, where an owner allows it; needs a recent orgdesk login',
  },
} as const satisfies Options;

/** A command that calls the service. */
export const describeRemote = <const O extends Options, Input>(of: RemoteCommand<O, Input>): Command =>
  describe(of, URL_OPTION, COMMON_EXIT_CODES);

/** A command that needs neither the service nor a session. */
export const describeLocal = <const O extends Options, Input>(of: RemoteCommand<O, Input>): Command =>
  describe(of, {}, {});

function describe<const O extends Options, Input>(
  of: RemoteCommand<O, Input>,
  ofAll: Options,
  commonExitCodes: Readonly<Record<number, string>>,
): Command {
  const { load, parse, options, exitCodes, ...described } = of;
  return describeCommand<Options, Input>({
    ...described,
    parse: parse as CommandDescription<Options, Input>['parse'],
    options: { ...options, ...ofAll },
    exitCodes: { ...commonExitCodes, ...exitCodes },
    load: async () => {
      const [{ run }, { runRemote }] = await Promise.all([load(), import('./run-remote.ts')]);
      return { run: (env, input, values) => runRemote(env, values, (context) => run(context, input)) };
    },
  });
}

type Arguments<Names extends readonly string[]> = { readonly [Index in keyof Names]: string };

export function parseArguments<const Names extends readonly string[]>(
  args: readonly string[],
  names: Names,
): Result<Arguments<Names>, string> {
  const extra = args[names.length];
  if (extra !== undefined) return refuse(unknownArgument(extra));
  const missing = names.filter((_, index) => (args[index] ?? '') === '');
  if (missing.length > 0) return refuse(`${missing.join(' and ')} must follow`);
  // Its length was checked.
  return ok(args as Arguments<Names>);
}
