import { readFileSync } from 'node:fs';

/** What a Dockerfile says to do, as far as ours does. */
export type Step =
  | {
      readonly kind: 'copy';
      /** The stage to copy from; null is what was sent to the builder. */
      readonly from: string | null;
      readonly owner: string | null;
      readonly sources: readonly string[];
      readonly target: string;
    }
  /** `words` are run as they are, a text by a shell. */
  | { readonly kind: 'run'; readonly command: string | readonly string[] }
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'env'; readonly values: Readonly<Record<string, string>> };

/** What the image says of itself, beside its files. */
export interface ImageSettings {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly stopSignal: string;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

export interface Stage {
  readonly base: string;
  readonly name: string | null;
  readonly steps: readonly Step[];
  readonly settings: ImageSettings;
}

/** Reads a Dockerfile. Throws for whatever it does not understand: nothing may be left out in silence. */
export function parseDockerfile(path: string): readonly Stage[] {
  const stages: { base: string; name: string | null; steps: Step[]; settings: ImageSettings }[] = [];
  for (const [instruction, rest] of instructionsIn(readFileSync(path, 'utf8'))) {
    if (instruction === 'FROM') {
      const [base = '', as, name = null] = rest.split(/\s+/);
      if (as !== undefined && as.toUpperCase() !== 'AS') throw new Error(`FROM ${rest} is not understood`);
      stages.push({ base, name, steps: [], settings: NO_SETTINGS });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${instruction} stands before FROM`);
    const read = Object.hasOwn(READERS, instruction) ? READERS[instruction] : undefined;
    if (read === undefined) throw new Error(`${instruction} is not understood`);
    const { step, settings } = read(rest);
    if (step !== undefined) stage.steps.push(step);
    stage.settings = { ...stage.settings, ...settings };
  }
  return stages;
}

const NO_SETTINGS: ImageSettings = {
  entrypoint: [],
  command: [],
  healthCheck: [],
  stopSignal: 'SIGTERM',
  ports: [],
  volumes: [],
  labels: {},
};

type Reader = (rest: string) => { readonly step?: Step; readonly settings?: Partial<ImageSettings> };

const READERS: Readonly<Record<string, Reader>> = {
  COPY: (rest) => {
    const words = rest.split(/\s+/);
    const option = (name: string): string | null =>
      words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;
    const unknown = words.find((word) => /^--(?!from=|chown=)/.test(word));
    if (unknown !== undefined) throw new Error(`COPY ${unknown} is not understood`);
    const paths = words.filter((word) => !word.startsWith('--'));
    const target = paths.at(-1) ?? '';
    return {
      step: { kind: 'copy', from: option('from'), owner: option('chown'), sources: paths.slice(0, -1), target },
    };
  },
  RUN: (rest) => ({ step: { kind: 'run', command: rest.startsWith('[') ? wordsOf(rest) : rest } }),
  WORKDIR: (path) => ({ step: { kind: 'workdir', path } }),
  USER: (user) => ({ step: { kind: 'user', user } }),
  ENV: (rest) => ({ step: { kind: 'env', values: pairsOf(rest) } }),
  LABEL: (rest) => ({ settings: { labels: pairsOf(rest) } }),
  VOLUME: (rest) => ({ settings: { volumes: rest.split(/\s+/) } }),
  EXPOSE: (rest) => ({ settings: { ports: rest.split(/\s+/) } }),
  STOPSIGNAL: (stopSignal) => ({ settings: { stopSignal } }),
  ENTRYPOINT: (rest) => ({ settings: { entrypoint: wordsOf(rest) } }),
  CMD: (rest) => ({ settings: { command: wordsOf(rest) } }),
  HEALTHCHECK: (rest) => ({ settings: { healthCheck: wordsOf(rest.slice(rest.indexOf('CMD') + 3).trim()) } }),
};

/** The words of an instruction in its exec form, the only one in which signals reach the program. */
function wordsOf(text: string): readonly string[] {
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
    throw new Error(`${text} is not in the exec form`);
  }
  return words;
}

/** `A=b C="d e"`. */
const pairsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = '', quoted, plain]) => [
      name,
      quoted ?? plain ?? '',
    ]),
  );

/** Each instruction with the rest of its line, comments left out and continued lines put together. */
function instructionsIn(text: string): readonly (readonly [string, string])[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      if (instruction === '') throw new Error(`${line} is not understood`);
      return [instruction, rest] as const;
    });
}

/** Whether a path of the sources is kept from the builder by a `.dockerignore`: the last rule that fits decides. */
export function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ ignores: !line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.ignores === true;
}

const patternOf = (rule: string): RegExp =>
  new RegExp(
    `^${rule
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**/', '\0')
      .replaceAll('*', '[^/]*')
      .replaceAll('\0', '(?:.*/)?')}(?:/.*)?$`,
  );
