import { createInterface } from 'node:readline/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import { Stop } from '../connection/stop.ts';

/** Characters that separate lines or turn the direction of text, for a class of a regular expression. */
const ACTING = String.raw`\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

const UNPRINTABLE = new RegExp(String.raw`[\p{Cc}${ACTING}]+`, 'gu');

/** Names come from strangers: without what moves the cursor, colours, turns the direction of text, or commands a CI runner. */
export const printable = (text: string): string =>
  withoutCommands(stripVTControlCharacters(text).replace(UNPRINTABLE, ' '));

/**
 * Breaks what runners act on in the log of a job: `::error::` at the start of a line, `##[error]` and `##vso[task.complete]`
 * anywhere.
 */
export const withoutCommands = (text: string): string =>
  text.replace(/^((?:[^\S\n\r\u2028\u2029]|[\p{Cf}\u0085])*:)(?=:)/gmu, '$1 ').replace(/##(?=\w*\[)/g, '## ');

/** As part of a line of code in Markdown, which a backtick could end. */
export const inCode = (text: string): string => printable(text).replaceAll('`', "'");

/** Writes results to standard output. Whatever comes from elsewhere must be printable, as cells of CSV or as JSON. */
export const print = (text: string): void => void process.stdout.write(withoutCommands(text));

export const printJson = (value: unknown, indent = 0): void => print(`${asJson(value, indent)}\n`);

const UNSAFE = new RegExp(String.raw`[\u007f-\u009f${ACTING}]|(?<=#)#(?=\w*\[)`, 'gu');

/** Returns JSON in which characters that act in a terminal, or in the log of a CI runner, are escaped. */
export const asJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(
    UNSAFE,
    (character) => String.raw`\u` + character.charCodeAt(0).toString(16).padStart(4, '0'),
  );

/** Writes a line beside the results, to standard error. */
export const note = (line: string): void => noteStyled(printable(line));

export const warn = (line: string): void =>
  noteStyled(styleText('yellow', printable(line), { stream: process.stderr }));

/** Of lines or with colours. Whatever comes from elsewhere must be printable. */
export const noteStyled = (text: string): void => void process.stderr.write(`${withoutCommands(text)}\n`);

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // Ctrl-C comes here and not as a signal, and Ctrl-D ends the questions.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return (await Promise.race([lines.question(printable(question), { signal }), ended])).trim();
  } finally {
    lines.close();
  }
}

export async function agreed(question: string, signal: AbortSignal): Promise<void> {
  if (!canAsk()) throw new Stop('Nothing was changed: without a terminal, --yes is needed.');
  if (!/^y(es)?$/i.test(await ask(`${question} [y/N] `, signal))) throw new Stop('Nothing was changed.');
}

export const peopleIn = (count: number): string => (count === 1 ? '1 person' : `${count} people`);
export const filesIn = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
