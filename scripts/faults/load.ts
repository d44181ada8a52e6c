import { Agent, request } from 'node:http';

export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: string;
}

/** Requests that come at a steady rate, however long their answers take. */
export interface Load {
  count(): number;
  perSecond(): number;
  longestMs(): number;
  /** Lists the outcomes of requests not answered with 200. */
  failures(): readonly string[];
  /** Begins no more, and waits for all answers. */
  stop(): Promise<void>;
}

const TICK_MS = 5;
const ANSWER_LIMIT_MS = 20_000;

/** Begins the requests, one after the other and again from the start, over kept connections. */
export function startLoad(requests: readonly Request[], perSecond: number): Load {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  const failures: string[] = [];
  let [count, longestMs, endedAt] = [0, 0, Number.NaN];

  const sendOne = async (one: Request) => {
    const sentAt = performance.now();
    const outcome = await statusOf(one, agent);
    longestMs = Math.max(longestMs, performance.now() - sentAt);
    if (outcome !== '200') failures.push(outcome);
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; count < due; count += 1) {
      const one = requests[count % requests.length];
      if (one === undefined) return;
      const answered = sendOne(one);
      underWay.add(answered);
      void answered.finally(() => underWay.delete(answered));
    }
  }, TICK_MS);

  return {
    count: () => count,
    perSecond: () => (count * 1000) / ((Number.isNaN(endedAt) ? performance.now() : endedAt) - startedAt),
    longestMs: () => longestMs,
    failures: () => failures,
    stop: async () => {
      clearInterval(timer);
      endedAt = performance.now();
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}

function statusOf({ url, headers, body }: Request, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(url, { agent, method, headers, timeout: ANSWER_LIMIT_MS }, (answer) => {
      answer.once('error', ({ message }) => resolve(`half an answer: ${message}`));
      answer.once('end', () => resolve(String(answer.statusCode)));
      answer.resume();
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.once('error', ({ message }) => resolve(message));
    sent.end(body);
  });
}
