import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Stop } from '../connection/stop.ts';

export async function writeOut(
  source: AsyncIterable<string | Uint8Array>,
  file: string | null,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (file === null) await pipeline(source, process.stdout, { signal, end: false });
    else await pipeline(source, createWriteStream(file, { mode: 0o600 }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Stop) throw error;
    const code: unknown = Object(error).code;
    throw new Stop(
      typeof code === 'string' && /^E[A-Z]+$/.test(code)
        ? `${file ?? 'Standard output'} could not be written: ${code}.`
        : 'The answer of the service broke off, so the file is not complete.',
    );
  }
}
