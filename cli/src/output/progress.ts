import { SingleBar } from 'cli-progress';
import { note, printable } from './print.ts';

export interface Progress {
  show(done: number, total: number | null, words: string): void;
  end(): void;
}

const TENTH = 10;

export const createProgress = (): Progress => (process.stderr.isTTY ? bar() : lines());

function bar(): Progress {
  const drawn = new SingleBar({
    stream: process.stderr,
    format: '{bar} {value}/{total} {words}',
    barsize: 30,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
    gracefulExit: false,
  });
  let isStarted = false;
  return {
    show(done, total, words) {
      if (total === null) return;
      if (isStarted) drawn.setTotal(total);
      else drawn.start(total, done, { words: printable(words) });
      isStarted = true;
      drawn.update(done, { words: printable(words) });
    },
    end: () => drawn.stop(),
  };
}

function lines(): Progress {
  let last = '';
  return {
    show(done, total, words) {
      const tenths = total === null || total === 0 ? 0 : Math.floor((done * TENTH) / total);
      const key = `${tenths} ${words.replace(/\d+/g, '')}`;
      if (key === last) return;
      last = key;
      note(`${done} of ${total ?? '?'}: ${words}`);
    },
    end() {},
  };
}
