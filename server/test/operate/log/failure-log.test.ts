import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFailureLog } from '../../../src/http/access-log.ts';
import { FAILURE_SUMMARY_MS } from '../../../src/lib/limits/operate.ts';
import { recordingLog } from '../../code-host/recording-log.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { startService } from '../../support/service/start-service.ts';

interface LoggedLine {
  readonly err: boolean;
  readonly since: undefined;
  readonly sentence?: string;
}

const AGAIN = 'failure repeated';
const OVER = 'failure has stopped';

describe('a failure that comes again', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function failing() {
    const log = recordingLog();
    const failures = createFailureLog(log, { now: () => new Date() });
    const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const fail = (error: unknown = refused(), sentence = 'request failed') =>
      failures.tell(log, { level: 'error', error, fields: { route: '/x' }, message: sentence });
    const logged = () => log.lines.map((line): LoggedLine => ({ ...line, since: undefined, err: 'err' in line }));
    return { failures, fail, logged };
  }

  test('is told in full once, then counted while it lasts, and said to be over', () => {
    const { fail, logged } = failing();
    const kind = { failure: 'request failed', type: 'Error', err: false };
    for (let time = 0; time < 1_000; time += 1) fail();
    const first = { level: 'error', sentence: 'request failed', route: '/x', err: true };
    expect(logged()).toEqual([first]);

    vi.advanceTimersByTime(FAILURE_SUMMARY_MS);
    const again = { ...kind, level: 'error', sentence: AGAIN, times: 999 };
    expect(logged()).toEqual([first, again]);
    fail();
    vi.advanceTimersByTime(FAILURE_SUMMARY_MS);
    expect(logged()).toEqual([first, again, { ...again, times: 1 }]);

    vi.advanceTimersByTime(FAILURE_SUMMARY_MS);
    const over = { ...kind, level: 'info', sentence: OVER, times: 1_001 };
    expect(logged()).toEqual([first, again, { ...again, times: 1 }, over]);
    vi.advanceTimersByTime(10 * FAILURE_SUMMARY_MS);
    fail();
    expect(logged().slice(4)).toEqual([first]);
  });

  test('once and no more is one line', () => {
    const { fail, logged } = failing();
    fail();
    vi.advanceTimersByTime(10 * FAILURE_SUMMARY_MS);
    expect(logged()).toHaveLength(1);
  });

  test('hides no other: what has another message, another code or another location is told in full at once', () => {
    const { fail, logged } = failing();
    const thrownHere = () => new Error('no such thing');
    for (let time = 0; time < 3; time += 1) {
      fail();
      fail(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
      fail(new TypeError('undefined is not a function'));
      fail(thrownHere());
      fail(undefined, 'not ready');
      fail('a text');
    }
    fail(new Error('no such thing'));
    expect(logged().filter(({ err }) => err)).toHaveLength(7);
    expect(logged()).toHaveLength(7);
  });

  test('of more kinds than are kept is told in full each time, and what is kept stays bounded', () => {
    const { fail, logged } = failing();
    const text = (index: number) => String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26));
    for (const _round of [1, 2]) for (let index = 0; index < 150; index += 1) fail(new Error(text(index)));
    expect(logged()).toHaveLength(150 + 50);
  });

  test('is counted to the end when the service is closed', () => {
    const { failures, fail, logged } = failing();
    fail();
    fail();
    failures.close();
    expect(logged().map(({ sentence }) => sentence)).toEqual(['request failed', AGAIN]);
    vi.advanceTimersByTime(10 * FAILURE_SUMMARY_MS);
    expect(logged()).toHaveLength(2);
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('without its database, %s,', (engine) => {
  test('fifty failed requests are few lines with a stack, and all of them are counted', async () => {
    const service = await startService({ engine });
    onTestFinished(() => service.close());
    const { bearer } = await service.signIn('ada');
    await service.storage.close();
    const requests = Array.from({ length: 50 }, () =>
      fetchOnce(`${service.url}/api/organizations`, { headers: bearer }),
    );
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(new Set([503]));
    await service.close();

    const lines = service.logLines.map((line) => JSON.parse(line));
    const inFull = lines.filter(({ msg }) => msg === 'request failed');
    const counted = lines.filter(({ msg }) => msg === AGAIN);
    expect(inFull.length).toBeLessThan(10);
    expect(inFull.every(({ err }) => err.stack.length > 0)).toBe(true);
    expect(inFull.length + counted.reduce((sum, { times }) => sum + times, 0)).toBe(50);
    expect(counted.join('\n')).not.toContain('stack');
  });
});
