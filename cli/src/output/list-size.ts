import { Stop } from '../connection/stop.ts';

/** Of a list that is kept in memory: all its lines, or all its pages. */
const LIST_MAX_CHARACTERS = 64 * 1024 * 1024;

/** Bounds the memory of a list that is kept whole, whose lines or pages may not end. */
export function createListSize(): { add(part: unknown): void } {
  let characters = 0;
  return {
    add(part) {
      characters += JSON.stringify(part).length;
      if (characters > LIST_MAX_CHARACTERS) throw new Stop(TOO_LONG);
    },
  };
}

const TOO_LONG = `The service sent a list of more than ${LIST_MAX_CHARACTERS / 1024 / 1024} MB, which was not read to its end: check the address, or ask its operators.`;
