import { createInterface } from 'node:readline';

export interface Terminal {
  readonly isInteractive: boolean;
  say(text: string): void;
  /** Returns the trimmed line, or null after the end of input. */
  ask(question: string): Promise<string | null>;
  /** Resolves with the first line that `take` accepts; never without a terminal. */
  listen(take: (line: string) => boolean): Promise<string>;
  /** Resolves at Ctrl-C or a termination signal. */
  readonly stopped: Promise<void>;
  close(): void;
}

export function openTerminal(asks: boolean): Terminal {
  const isInteractive = asks && process.stdin.isTTY && process.stdout.isTTY;
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const say = (text: string) => void process.stdout.write(`${text}\n`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop());
  if (!process.stdin.isTTY) {
    const nobody = Promise.resolve(null);
    return { isInteractive: false, say, ask: () => nobody, listen: () => new Promise(() => {}), stopped, close() {} };
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  lines.on('SIGINT', () => stop());
  return {
    isInteractive,
    say,
    ask: (question) =>
      new Promise((resolve) => {
        lines.once('close', () => resolve(null));
        lines.question(question, (line) => resolve(line.trim()));
      }),
    listen: (take) =>
      new Promise((resolve) => {
        lines.on('line', (line) => {
          if (take(line.trim())) resolve(line.trim());
        });
      }),
    stopped,
    close: () => lines.close(),
  };
}
