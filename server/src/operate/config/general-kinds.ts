import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { SECRET_MIN_CHARACTERS, SECRET_MIN_DISTINCT_CHARACTERS } from '../../lib/limits/sessions.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { SettingKind } from './settings.ts';

const PLACEHOLDER =
  /change[-_ ]?(me|it|this)|replace[-_ ]?(me|it|this)|your[-_ ](own[-_ ])?(secret|token|key)|placeholder|example|passw(or)?d|secret[-_ ]?secret/i;

/** Completes a sentence about the secret; null if it seems random. */
function whyGuessable(secret: string): string | null {
  if (new Set(secret).size < SECRET_MIN_DISTINCT_CHARACTERS) return 'has too few distinct characters';
  if (hasPeriod(secret)) return 'repeats the same text';
  if (isSequence(secret)) return 'is a sequence of characters';
  return PLACEHOLDER.test(secret) ? 'is a placeholder or contains a common word' : null;
}

/** Share of characters equal to those one period before; one in sixteen for random hex. */
const REPEATED_SHARE = 0.75;

function hasPeriod(text: string): boolean {
  const isRepeated = (period: number): boolean => {
    const same = [...text.slice(period)].filter((character, index) => character === text[index]);
    return same.length >= (text.length - period) * REPEATED_SHARE;
  };
  return Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1).some(isRepeated);
}

/** Returns true if most characters follow their predecessor. */
function isSequence(text: string): boolean {
  const isStep = (_: string, index: number): boolean =>
    Math.abs(text.charCodeAt(index + 1) - text.charCodeAt(index)) === 1;
  return [...text].slice(1).filter(isStep).length > text.length / 2;
}

export const isQuoted = (text: string): boolean => /^(['"`]).*\1$/s.test(text);

/** Quotes may be part of a secret. */
const MADE_UP = {
  takesQuotes: true,
  warning: (text: string) => (isQuoted(text) ? 'has quotes around its value, which become part of it' : null),
} as const;

const quotedOrGuessable = (secret: string): string | null => {
  const why = whyGuessable(secret);
  return MADE_UP.warning(secret) ?? (why === null ? null : `${why}: ${HOW_TO_MAKE_ONE}`);
};

export const A_MADE_UP_TEXT: SettingKind<string> = { ...MADE_UP, parse: ok, warning: quotedOrGuessable };

export const textLike = (pattern: RegExp, must: string): SettingKind<string> =>
  kindOf((text) => (pattern.test(text) ? text : null), `must ${must}`);

const kindOf = <T>(parse: (text: string) => T | null, problem: string): SettingKind<T> => ({
  parse: (text) => valueOr(parse(text), problem),
});

const valueOr = <T>(value: T | null, problem: string): Result<T, string> =>
  value === null ? refuse(problem) : ok(value);

/** At most six digits. */
export function numberFrom(least: number, most: number, what: string): SettingKind<number> {
  const isWithin = (value: number) => value >= least && value <= most;
  return kindOf(
    (text) => (/^\d{1,6}$/.test(text) && isWithin(Number(text)) ? Number(text) : null),
    `must be ${what}: digits only`,
  );
}

const PORT_NUMBER = numberFrom(1, 65_535, 'a port number from 1 to 65535');

export const A_PORT: SettingKind<number> = {
  parse: (text) =>
    text.startsWith('tcp://')
      ? refuse('was set by Kubernetes for a service of that name: set `enableServiceLinks: false` to prevent this')
      : PORT_NUMBER.parse(text),
};

export const A_LISTEN_ADDRESS = kindOf(
  (text) => (isIP(text) !== 0 || /^[\w.-]+$/.test(text) ? text : null),
  'must be an IP address or a host name, without scheme, port, path or brackets',
);

export const A_PATH = kindOf(
  (text) => (isAbsolute(text) && !text.endsWith('/') ? text : null),
  'must be the absolute path of a file',
);

export const DAYS = numberFrom(1, 3_650, 'a number of days from 1 to 3650');

/** Null means `off`. */
export function offOrCount(of: string): SettingKind<number | null> {
  const { parse } = numberFrom(1, 999_999, `off, or a number of ${of} from 1 to 999999`);
  return { parse: (text) => (text === 'off' ? ok(null) : parse(text)) };
}

/** Falls back to the first value, for variables that other programs use too. */
export function oneOfOrFirst<const T extends string>(values: readonly [T, ...T[]]): SettingKind<T> {
  const { parse } = oneOf(values);
  return {
    takesQuotes: true,
    parse: (text) => {
      const read = parse(text);
      return read.ok ? read : ok(values[0]);
    },
    warning: (text) => {
      const read = parse(text);
      return read.ok ? null : `${read.refusal}; using ${values[0]}`;
    },
  };
}

export function oneOf<const T extends string>(values: readonly T[]): SettingKind<T> {
  const [last, ...others] = values.toReversed();
  return kindOf(
    (text) => values.find((value) => value === text) ?? null,
    `must be ${others.toReversed().join(', ')} or ${last}`,
  );
}

export const ON_OR_OFF = kindOf((text) => (text === 'on' ? true : text === 'off' ? false : null), 'must be on or off');

const LENGTH = `at least ${SECRET_MIN_CHARACTERS} characters`;
const HOW_TO_MAKE_ONE = 'generate one with `openssl rand -hex 32`';
const isLong = (secret: string): boolean => secret.length >= SECRET_MIN_CHARACTERS;

export const A_SECRET: SettingKind<string> = {
  ...MADE_UP,
  warning: quotedOrGuessable,
  parse: (text) => (isLong(text) ? ok(text) : refuse(`must have ${LENGTH}: ${HOW_TO_MAKE_ONE}`)),
};

export const entriesOf = (text: string): readonly string[] => text.split(',').map((entry) => entry.trim());

/** Comma-separated. */
export const SECRETS: SettingKind<readonly string[]> = {
  takesQuotes: true,
  parse: (text) => {
    const secrets = entriesOf(text);
    if (secrets.includes('')) return refuse('has an extra comma: secrets must not be empty');
    if (!secrets.every(isLong)) {
      return refuse(`must have ${LENGTH} in each of its secrets: ${HOW_TO_MAKE_ONE}`);
    }
    return ok([...new Set(secrets)]);
  },
  warning: (text) =>
    new Set(entriesOf(text)).size < entriesOf(text).length
      ? 'contains a secret twice: to rotate keys, add a new secret next to the old one'
      : firstOf(entriesOf(text), quotedOrGuessable),
};

const firstOf = <T>(entries: readonly string[], find: (entry: string) => T | null): T | null => {
  for (const entry of entries) {
    const found = find(entry);
    if (found !== null) return found;
  }
  return null;
};

const FORMS = 'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE';

export const A_DATABASE: SettingKind<string> = {
  parse: (text) => {
    if (/^sqlite:.*[^/\\]$/.test(text)) return ok(text);
    if (/^sqlite:/.test(text)) return refuse('must have a file path after sqlite:');
    if (/^(postgres(ql)?|cockroachdb):\/\//.test(text)) {
      return URL.canParse(text) && new URL(text).hash === ''
        ? ok(text)
        : refuse(
            'is not a valid URL: in the user and password, write @ as %40, / as %2F, # as %23, ? as %3F, : as %3A, % as %25',
          );
    }
    if (/^p(ost|g|sql)\w*:/i.test(text)) return refuse('must begin with postgres://');
    if (/^[./~]|\.(db|sqlite3?)$/.test(text)) return refuse('must begin with sqlite: if it is a path');
    return refuse(`must be ${FORMS}`);
  },
};
