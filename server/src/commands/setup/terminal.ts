import { createInterface } from 'node:readline';

/** Whoever set orgdesk up, at a terminal or not. */
export interface Terminal {
  /** Whether somebody can be asked. */
  readonly isInteractive: boolean;
  say(text: string): void;
  /** The next line, without white space around it; null when nobody answers any more. */
  ask(question: string): Promise<string | null>;
  /** Resolves with the first line that `take` answers true for; never when nobody is there. */
  listen(take: (line: string) => boolean): Promise<string>;
  /** Resolves when somebody presses Ctrl-C, or the process is told to stop. */
  readonly stopped: Promise<void>;
  close(): void;
}

/** The terminal of the process. What is said goes to standard output. */
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
