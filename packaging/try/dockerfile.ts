import { readFileSync } from 'node:fs';

/** The instructions from one FROM to the next, each with the rest of its line. */
export type Stage = readonly (readonly [name: string, rest: string])[];

export function stagesOf(path: string): readonly Stage[] {
  const lines = readFileSync(path, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const instructions = lines.flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [[name, rest] as const];
  });
  const starts = instructions.flatMap(([name], index) => (name === 'FROM' ? [index] : []));
  return starts.map((start, number) => instructions.slice(start, starts[number + 1]));
}

/** The last instruction of that name; Docker ignores those before it. */
export const lastOf = (stage: Stage, name: string): string => stage.findLast(([each]) => each === name)?.[1] ?? '';

/** The command of ENTRYPOINT, CMD or HEALTHCHECK. Throws unless it is in the exec form, in which signals reach it. */
export function commandOf(stage: Stage, name: string): readonly string[] {
  const argv: unknown = JSON.parse(lastOf(stage, name).replace(/^.*?(?=\[)/, ''));
  if (!Array.isArray(argv) || !argv.every((word) => typeof word === 'string')) throw new Error(`${name} is no list`);
  return argv;
}

/** All pairs of ENV or LABEL: `A=b C="d e"`. */
export const pairsOf = (stage: Stage, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    stage
      .filter(([each]) => each === name)
      .flatMap(([, rest]) => [...rest.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)])
      .map(([, key = '', quoted, plain]) => [key, quoted ?? plain ?? '']),
  );
