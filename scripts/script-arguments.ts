import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';

type Options = Readonly<Record<string, ParseArgsOptionDescriptor & { readonly description: string }>>;

/** The command line of a script in package.json. */
interface Script<O extends Options> {
  readonly name: string;
  /** Describes the script in a sentence. */
  readonly about: string;
  /** The positional arguments, as in `[NAME...]`; absent if the script takes none. */
  readonly positionals?: string;
  readonly options?: O;
}

/**
 * Parses the arguments of a script. `--help` prints the usage and exits with code 0. Unknown options and unexpected
 * arguments print one sentence and exit with code 2.
 */
export function scriptArguments<const O extends Options = Record<never, never>>(script: Script<O>) {
  const options = { ...script.options, help: HELP } as O & { readonly help: typeof HELP };
  try {
    const parsed = parseArgs({ options, strict: true, allowPositionals: script.positionals !== undefined });
    const { values, positionals } = parsed;
    if ((values as { readonly help?: boolean }).help !== true)
      return { values, positionals: positionals as readonly string[] };
  } catch (error) {
    const [problem = ''] = String(error instanceof Error ? error.message : error).split('. ');
    refuseArguments(script.name, problem);
  }
  printUsage(script);
  process.exit(0);
}

/** Prints how a script is called, with its options. */
export function printUsage(script: Script<Options>): void {
  process.stdout.write(usageOf(script.name, script, { ...script.options, help: HELP }));
}

/** Prints the problem with the arguments in one sentence and exits with code 2. */
export function refuseArguments(name: string, problem: string): never {
  process.stderr.write(`${problem}; npm run ${name} -- --help lists the options.\n`);
  process.exit(2);
}

const HELP = { type: 'boolean', short: 'h', description: 'show this help' } as const;

function usageOf(
  name: string,
  { about, positionals }: Pick<Script<Options>, 'about' | 'positionals'>,
  options: Options,
): string {
  const lines = Object.entries(options).map(([option, { type, description }]): readonly [string, string] => [
    `--${option}${type === 'string' ? ' VALUE' : ''}`,
    description,
  ]);
  const width = Math.max(...lines.map(([option]) => option.length));
  return [
    `Usage: npm run ${name} -- [OPTION...]${positionals === undefined ? '' : ` ${positionals}`}`,
    '',
    about,
    '',
    ...lines.map(([option, description]) => `  ${option.padEnd(width)}  ${description}`),
    '',
  ].join('\n');
}
