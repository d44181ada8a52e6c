import { createHmac, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Simulator } from '@orgdesk/simulator';

/** A request of the mix. */
interface Kind {
  readonly name: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Status without faults. */
  readonly usual: number;
}

/** Outcome of one request; times are of `performance.now()`. */
export interface Answered {
  readonly kind: string;
  readonly sentAt: number;
  readonly tookMs: number;
  readonly outcome: string;
  readonly outage: string | null;
  readonly isUsual: boolean;
}

/** Requests of all kinds that come at a steady rate. */
export interface MixedLoad {
  readonly answers: readonly Answered[];
  /** Begins no more, and waits for all answers. */
  stop(): Promise<void>;
}

const TICK_MS = 5;
const ANSWER_LIMIT_MS = 20_000;

export interface MixedPeople {
  readonly signedIn: Readonly<Record<string, string>>;
  /** Their token is to be refreshed. */
  readonly due: Readonly<Record<string, string>>;
}

/** Everything a service is asked for, and somebody whose session does not exist. */
export function mixOf({ app, world }: Simulator, { signedIn, due }: MixedPeople): readonly Kind[] {
  const json = { 'content-type': 'application/json' };
  const graphql = JSON.stringify({ query: 'query ViewerProfile { viewer { login } }', operationName: 'ViewerProfile' });
  const installation = world.installationOf(world.organization('acme')?.id ?? 0);
  const event = JSON.stringify({
    action: 'created',
    installation: {
      id: installation?.id ?? 0,
      app_id: app.id,
      account: { login: 'acme', id: installation?.accountId ?? 0, type: 'Organization' },
    },
  });
  const signature = createHmac('sha256', app.webhookSecret ?? '')
    .update(event)
    .digest('hex');
  const delivery = { ...json, 'x-github-event': 'installation', 'x-hub-signature-256': `sha256=${signature}` };
  const stranger = { authorization: `Bearer ${randomBytes(32).toString('hex')}` };
  return [
    { name: 'session read', target: '/api/auth/session', headers: signedIn, usual: 200 },
    { name: 'organizations', target: '/api/organizations', headers: signedIn, usual: 200 },
    { name: 'session of nobody', target: '/api/organizations', headers: stranger, usual: 401 },
    { name: 'start of a sign-in', target: '/api/auth/start', headers: {}, usual: 302 },
    { name: 'webhook', target: '/api/install/webhook', headers: delivery, body: event, usual: 200 },
    { name: 'session read', target: '/api/auth/session', headers: signedIn, usual: 200 },
    {
      name: 'proxied query',
      target: '/api/github/graphql',
      headers: { ...signedIn, ...json },
      body: graphql,
      usual: 200,
    },
    { name: 'refresh', target: '/api/auth/session', headers: due, usual: 200 },
  ];
}

/** Begins the requests, one after the other and again from the start, over kept connections. */
export function startMixedLoad(url: string, kinds: readonly Kind[], perSecond: number): MixedLoad {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const underWay = new Set<Promise<unknown>>();
  const answers: Answered[] = [];
  let count = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; count < due; count += 1) {
      const kind = kinds[count % kinds.length];
      if (kind === undefined) return;
      const answered = send(url, kind, agent).then((answer) => answers.push(answer));
      underWay.add(answered);
      void answered.finally(() => underWay.delete(answered));
    }
  }, TICK_MS);
  return {
    answers,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}

function send(url: string, { name, target, headers, body, usual }: Kind, agent: Agent): Promise<Answered> {
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const record = (outcome: string, outage: string | null = null) =>
      resolve({
        kind: name,
        sentAt,
        tookMs: performance.now() - sentAt,
        outcome,
        outage,
        isUsual: outcome === String(usual),
      });
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(`${url}${target}`, { agent, method, headers, timeout: ANSWER_LIMIT_MS }, (answer) => {
      const outage = answer.headers['orgdesk-outage'];
      answer.once('error', ({ message }) => record(`half an answer: ${message}`));
      answer.once('end', () => record(String(answer.statusCode), typeof outage === 'string' ? outage : null));
      answer.resume();
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.once('error', ({ message }) => record(message));
    sent.end(body);
  });
}
