import { type Answer, type Browser, createBrowser, fetchOnce } from '../../support/browser.ts';

/** Source of an answer, which decides what it may show. */
export type AnswerKind = 'start' | 'callback' | 'session' | 'other';

export interface RecordedAnswer {
  readonly kind: AnswerKind;
  readonly path: string;
  readonly location: string;
  readonly setCookies: string;
  readonly body: string;
  /** All other headers. */
  readonly headers: string;
}

/** Keeps every answer that passes through it. */
export interface AnswerRecord {
  readonly answers: readonly RecordedAnswer[];
  /** A browser whose answers are kept. */
  browser(): Browser;
  fetch(url: string, init?: RequestInit): Promise<Answer>;
}

/** A record without answers. */
export function createAnswerRecord(): AnswerRecord {
  const answers: RecordedAnswer[] = [];
  const keep = (url: string, answer: Answer): Answer => {
    const path = new URL(url).pathname;
    answers.push({
      kind: kindOf(path),
      path,
      location: answer.location ?? '',
      setCookies: answer.setCookies.join('\n'),
      body: answer.text,
      headers: [...answer.headers].filter(([name]) => name !== 'location' && name !== 'set-cookie').join('\n'),
    });
    return answer;
  };
  return {
    answers,
    browser: () => {
      const browser = createBrowser();
      return { ...browser, request: async (url, init) => keep(url, await browser.request(url, init)) };
    },
    fetch: async (url, init) => keep(url, await fetchOnce(url, init)),
  };
}

function kindOf(path: string): AnswerKind {
  if (path === '/api/auth/start') return 'start';
  if (path === '/api/auth') return 'callback';
  return path === '/api/auth/session' ? 'session' : 'other';
}
