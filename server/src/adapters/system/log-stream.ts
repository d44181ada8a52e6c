import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import {
  LOG_GATHER_MS,
  LOG_LAST_WORDS_MS,
  LOG_RETRY_MS,
  LOG_WAITING_MAX_CHARACTERS,
} from '../../domain/limits/process.ts';

/**
 * Drops lines that a full disk or slow reader does not take, rather than block; at exit, tries the rest for half a
 * second.
 */
export function createLogStream(fd: number, reportLost: (lines: number) => void): DestinationStream {
  let waiting: string[] = [];
  let waitingCharacters = 0;
  let offered: Buffer = Buffer.alloc(0);
  let isGathering = false;
  let isWriting = false;
  let lost = 0;

  const offer = () => {
    isWriting = true;
    write(fd, offered, (error, written) => {
      isWriting = false;
      if (error !== null && isBusy(error)) return void setTimeout(offer, LOG_RETRY_MS).unref();
      take(error === null ? written : null);
      if (offered.length > 0) return offer();
      if (error === null && lost > 0) {
        const lines = lost;
        lost = 0;
        reportLost(lines);
      }
      if (waiting.length > 0) nextSoon();
    });
  };
  /** Null means that everything offered is lost. */
  const take = (written: number | null) => {
    if (written === null) lost += linesIn(offered);
    offered = offered.subarray(written ?? offered.length);
  };
  /** Gathers lines: each write costs a tenth of a request. */
  const nextSoon = () => {
    if (isGathering) return;
    isGathering = true;
    setTimeout(next, LOG_GATHER_MS);
  };
  const next = () => {
    isGathering = false;
    if (offered.length > 0 || waiting.length === 0) return;
    offered = Buffer.from(waiting.join(''));
    waiting = [];
    waitingCharacters = 0;
    offer();
  };

  process.once('exit', () => {
    // A write in progress completes by itself.
    const rest = [...(isWriting ? [] : [offered]), Buffer.from(waiting.join(''))];
    writeInTime(fd, Buffer.concat(rest));
  });
  return {
    write: (line) => {
      if (waitingCharacters + line.length > LOG_WAITING_MAX_CHARACTERS) {
        lost += 1;
        return;
      }
      waiting.push(line);
      waitingCharacters += line.length;
      nextSoon();
    },
  };
}

function writeInTime(fd: number, bytes: Buffer): void {
  const giveUpAt = performance.now() + LOG_LAST_WORDS_MS;
  let rest = bytes;
  while (rest.length > 0 && performance.now() < giveUpAt) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isBusy(error)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOG_RETRY_MS);
    }
  }
}

const isBusy = (error: unknown): boolean => ['EAGAIN', 'EBUSY'].includes(String(Object(error).code));

const linesIn = (bytes: Buffer): number => bytes.toString().split('\n').length - 1;
