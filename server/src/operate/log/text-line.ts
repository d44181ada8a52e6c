import { styleText } from 'node:util';

export type TextLine = (json: string) => string;

const COLORS = { warn: 'yellow', error: 'red', fatal: 'red' } as const;

export function textLineFor(format: 'auto' | 'json' | 'text', stream: NodeJS.WriteStream): TextLine | null {
  if (format === 'json' || (format === 'auto' && !stream.isTTY)) return null;
  return createTextLine(stream.isTTY && stream.hasColors());
}

/** Characters that control a terminal, change text direction or start a false line. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Only an error's stack uses further lines. Control characters are escaped. */
export function createTextLine(colored: boolean): TextLine {
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(format, text, { validateStream: false }) : text;

  return (json) => {
    const { level, time, msg, err, ...fields } = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const name = String(level);
    const label = name.toUpperCase().padEnd(5);
    const color = Object.hasOwn(COLORS, name) ? COLORS[name as keyof typeof COLORS] : null;
    const words = Object.entries(fields).map(([key, value]) => ` ${paint('dim', `${shown(key)}=`)}${inWords(value)}`);
    return [
      `${paint('dim', timeOf(time))} ${color === null ? label : paint(color, label)} ${shown(String(msg ?? ''))}${words.join('')}`,
      ...errorLines(err).map((line) => `    ${shown(line)}`),
      '',
    ].join('\n');
  };
}

function timeOf(time: unknown): string {
  const at = new Date(String(time));
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map((n) =>
    String(n).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

const shown = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

function inWords(value: unknown): string {
  return typeof value === 'string' && /^[^\s"'={}]+$/.test(value) ? shown(value) : shown(JSON.stringify(value));
}

function errorLines(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null) return error === undefined ? [] : [String(error)];
  const { message, stack, code, cause } = error as Readonly<Record<string, unknown>>;
  const lines = String(stack || message || '').split('\n');
  const [first = '', ...others] = lines;
  return [
    `${first}${code === undefined ? '' : ` (${String(code)})`}`,
    ...others,
    ...(cause === undefined ? [] : errorLines(cause).map((line, index) => (index === 0 ? `cause: ${line}` : line))),
  ];
}
