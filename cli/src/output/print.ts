import { ACTING, withoutCommands } from './printable.ts';

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
