import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';

type Options = Readonly<Record<string, ParseArgsOptionDescriptor & { readonly description: string }>>;

/** How a script of package.json is called. */
interface Script<O extends Options> {
  /** As in `npm run NAME`. */
  readonly name: string;
  /** What it does, in a sentence. */
  readonly about: string;
  /** What stands behind the command beside options, as in `[NAME...]`; absent where nothing may. */
  readonly words?: string;
  readonly options?: O;
}

/**
 * What a script was called with. `--help` prints how to call it and ends it with code 0; options that it does not have, and
 * words where it takes none, end it with code 2 and one sentence.
 */
export function scriptArguments<const O extends Options = Record<never, never>>(script: Script<O>) {
  const options = { ...script.options, help: HELP } as O & { readonly help: typeof HELP };
  try {
    const parsed = parseArgs({ options, strict: true, allowPositionals: script.words !== undefined });
    const { values, positionals } = parsed;
    if ((values as { readonly help?: boolean }).help !== true)
      return { values, positionals: positionals as readonly string[] };
  } catch (error) {
    const [problem = ''] = String(error instanceof Error ? error.message : error).split('. ');
    refuseArguments(script.name, problem);
  }
  process.stdout.write(usageOf(script.name, script, options));
  process.exit(0);
}

/** Ends the script because of what it was called with. */
export function refuseArguments(name: string, problem: string): never {
  process.stderr.write(`${problem}; npm run ${name} -- --help says what there is.\n`);
  process.exit(2);
}

const HELP = { type: 'boolean', short: 'h', description: 'say this' } as const;

function usageOf(name: string, { about, words }: Pick<Script<Options>, 'about' | 'words'>, options: Options): string {
  const lines = Object.entries(options).map(([option, { type, description }]): readonly [string, string] => [
    `--${option}${type === 'string' ? ' VALUE' : ''}`,
    description,
  ]);
  const width = Math.max(...lines.map(([option]) => option.length));
  return [
    `Usage: npm run ${name} -- [OPTION...]${words === undefined ? '' : ` ${words}`}`,
    '',
    about,
    '',
    ...lines.map(([option, description]) => `  ${option.padEnd(width)}  ${description}`),
    '',
  ].join('\n');
}
