import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import { Stop } from '../connection/stop.ts';
import { printable, withoutCommands } from './printable.ts';

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
