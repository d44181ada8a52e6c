import { SingleBar } from 'cli-progress';
import { note, printable } from './print.ts';

export interface Progress {
  show(done: number, total: number | null, text: string): void;
  end(): void;
}

const TENTH = 10;

export const createProgress = (): Progress => (process.stderr.isTTY ? bar() : lines());

function bar(): Progress {
  const drawn = new SingleBar({
    stream: process.stderr,
    format: '{bar} {value}/{total} {text}',
    barsize: 30,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: true,
    gracefulExit: false,
  });
  let isStarted = false;
  return {
    show(done, total, text) {
      if (total === null) return;
      if (isStarted) drawn.setTotal(total);
      else drawn.start(total, done, { text: printable(text) });
      isStarted = true;
      drawn.update(done, { text: printable(text) });
    },
    end: () => drawn.stop(),
  };
}

function lines(): Progress {
  let last = '';
  return {
    show(done, total, text) {
      const tenths = total === null || total === 0 ? 0 : Math.floor((done * TENTH) / total);
      const key = `${tenths} ${text.replace(/\d+/g, '')}`;
      if (key === last) return;
      last = key;
      note(`${done} of ${total ?? '?'}: ${text}`);
    },
    end() {},
  };
}
