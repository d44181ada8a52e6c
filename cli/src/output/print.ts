import { withoutCommands } from './printable.ts';

/** Writes results to standard output. Whatever comes from elsewhere must be printable, as cells of CSV or as JSON. */
export const print = (text: string): void => void process.stdout.write(withoutCommands(text));

export const printJson = (value: unknown): void => print(`${asJson(value)}\n`);

/** The same value, spelled so that nothing in it acts where it is shown. */
export const asJson = (value: unknown): string => JSON.stringify(value).replace(/(?<=#)#(?=\w*\[)/g, '\\u0023');
