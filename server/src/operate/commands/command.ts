import {
  type Command,
  type CommandDescription,
  describeCommand as describe,
  type Options,
} from '@orgdesk/command-framework/describe-command';
import type { SettingsFile } from '../config/env-file.ts';
import type { Environment } from '../config/settings.ts';

export const ENV_FILE_OPTION = {
  'env-file': {
    type: 'string',
    value: 'PATH',
    says: 'settings file (orgdesk.env if it exists); environment variables take precedence',
  },
} as const satisfies Options;

interface OperatorCommand<O extends Options, Input> extends Omit<CommandDescription<O, Input>, 'load'> {
  /** Set if the command warns about the settings file itself. */
  readonly warnsOfFile?: true;
  readonly load: () => Promise<{
    /** `env` includes the settings file; environment variables win. */
    readonly run: (env: Environment, input: Input, file: SettingsFile | null) => Promise<void>;
  }>;
}

export function describeCommand<const O extends Options, Input>(of: OperatorCommand<O, Input>): Command {
  const { load, warnsOfFile = false, ...described } = of;
  const readsFile = !Object.hasOwn(of.options, 'env-file');
  return describe<Options, Input>({
    ...described,
    // The values of the options asked for are among those of all options.
    parse: described.parse as CommandDescription<Options, Input>['parse'],
    options: readsFile ? { ...of.options, ...ENV_FILE_OPTION } : of.options,
    load: async () => ({
      run: async (env, input, values) => {
        if (!readsFile) return (await load()).run(env, input, null);
        const { findSettings: settingsFound, warnOfIgnoredFile: tellLeftAside } = await import('./problems.ts');
        const found = settingsFound(env, (values as { readonly 'env-file'?: string })['env-file'] ?? null);
        if (found === null) return;
        if (!warnsOfFile) tellLeftAside(found.file);
        await (await load()).run(found.env, input, found.file);
      },
    }),
  });
}
