import { SEED } from '../../server/test/support/series.ts';

/** Variables that decide what a test does. */
const VARIABLES = ['TEST_SERIES', 'TEST_POSTGRES'] as const;

export interface RepeatedTest {
  /** From the root of the repository. */
  readonly file: string;
  /** With the names of its groups, as vitest joins them; null for the whole file. */
  readonly name: string | null;
}

/** The command that runs a test, or its whole file, with the same variables and random input. */
export function commandToRepeat({ file, name }: RepeatedTest): string {
  const [project = '', ...path] = file.split('/');
  return [
    ...VARIABLES.flatMap((variable) => {
      const value = process.env[variable];
      return value === undefined ? [] : [`${variable}=${value}`];
    }),
    `TEST_SEED=${SEED}`,
    `npx vitest run --root ${project} ${path.join('/')}`,
    ...(name === null ? [] : [`-t ${quoted(`^${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`)}`]),
  ].join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
