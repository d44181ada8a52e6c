import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { UnusableAnswer } from '../../../client/src/index.ts';
import { EXIT, Stop } from '../connection/stop.ts';
import { withoutCommands } from './print.ts';

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
  /** Pieces of the current line, joined once at its end. */
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of source) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      yield withoutCommands(pieces.join('') + text.slice(0, end));
      pieces = [];
      length = 0;
    }
    pieces.push(text.slice(end));
    length += text.length - end;
    if (length > LINE_MAX_CHARACTERS)
      throw new Stop('The service sent a line that does not end, which was not printed.');
  }
  yield withoutCommands(pieces.join('') + decoder.decode());
}

const LINE_MAX_CHARACTERS = 1024 * 1024;
