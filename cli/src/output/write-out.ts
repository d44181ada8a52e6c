import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { UnusableAnswer } from '../../../client/src/index.ts';
import { EXIT, Stop } from '../connection/stop.ts';
import { withoutCommands } from './printable.ts';

export async function writeOut(
  source: AsyncIterable<string | Uint8Array>,
  file: string | null,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (file === null) await pipeline(forLog(source), process.stdout, { signal, end: false });
    else await pipeline(source, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Stop) throw error;
    if (error instanceof UnusableAnswer) throw new Stop(`${error.message} The file is not complete.`, EXIT.unavailable);
    const code: unknown = Object(error).code;
    throw new Stop(
      typeof code === 'string' && /^E[A-Z]+$/.test(code)
        ? `${file ?? 'Standard output'} could not be written: ${code}.`
        : 'The answer of the service broke off, so the file is not complete.',
    );
  }
}

/** Only whole lines show whether they are commands. */
async function* forLog(source: AsyncIterable<string | Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of source) {
    const text = rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    const end = text.lastIndexOf('\n') + 1;
    yield withoutCommands(text.slice(0, end));
    rest = text.slice(end);
  }
  yield withoutCommands(rest + decoder.decode());
}
