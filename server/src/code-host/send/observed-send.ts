import { Type } from 'typebox';
import type { CallCredential, CallOutcome, Observations, RemainingLimit } from '../../domain/observations.ts';
import type { Result } from '../../lib/result.ts';
import type { Log } from '../../lib/system.ts';
import type { Traces } from '../../lib/traces.ts';
import { NO_ANSWER_IN_TIME } from './bounded-fetch.ts';
import { saysRateLimited, type Unreachable } from './refusals.ts';
import type { HostRequest, HostSend } from './send.ts';
import { fits, type HostAnswer } from './shapes.ts';

interface ObservedSendDeps {
  readonly observations: Observations;
  readonly traces: Traces;
  readonly callLog: Pick<Log, 'info'> | null;
}

export function createObservedSend(
  send: HostSend,
  credential: CallCredential,
  { observations, traces, callLog }: ObservedSendDeps,
): HostSend {
  return (request, token) => {
    const { call } = request;
    const task = { name: `code host ${call}`, kind: 'call', attributes: { 'orgdesk.credential': credential } } as const;
    return traces.within(task, async (note) => {
      const began = performance.now();
      const response = await send(request, token);
      const seconds = (performance.now() - began) / 1000;
      const outcome = outcomeOf(request, response);
      const left = response.ok ? limitLeftIn(response.value) : null;
      observations.noteCall({ kind: call, credential, outcome, seconds, left });
      const hostRequestId = response.ok ? hostRequestIdIn(response.value) : null;
      const status = response.ok ? response.value.status : null;
      note({
        'orgdesk.outcome': outcome,
        ...(status !== null && { 'http.response.status_code': status }),
        ...(hostRequestId !== null && { 'orgdesk.code_host_request_id': hostRequestId }),
      });
      if (isFailure(request, outcome)) {
        const reason = response.ok ? response.value.message : response.refusal.message;
        callLog?.info(
          { call, credential, outcome, status, reason, hostRequestId: hostRequestId },
          'a call to the code host failed',
        );
      }
      return response;
    });
  };
}

/** `missing` is usual: many reads only check whether something exists. */
const EXPECTED: ReadonlySet<CallOutcome> = new Set(['ok', 'not-modified', 'missing', 'cancelled']);

/** For a change, `missing` means that the credential lacks permission. */
const isFailure = ({ method = 'GET' }: HostRequest, outcome: CallOutcome): boolean =>
  !EXPECTED.has(outcome) || (outcome === 'missing' && method !== 'GET');

function outcomeOf({ end, etag = null }: HostRequest, response: Result<HostAnswer, Unreachable>): CallOutcome {
  if (!response.ok) {
    if (end?.aborted === true) return 'cancelled';
    return response.refusal.message.startsWith(NO_ANSWER_IN_TIME) ? 'timeout' : 'unreachable';
  }
  const { refusal, status, message, body } = response.value;
  if (refusal !== null) return refusal.kind;
  if (etag !== null && status === 304) return 'not-modified';
  // OAuth and GraphQL refuse with status 200.
  if (!fits(Refusing, body)) return 'ok';
  return message !== null && saysRateLimited(message) ? 'rate-limited' : 'rejected';
}

const Refusing = Type.Union([
  Type.Object({ error: Type.String({ minLength: 1 }) }),
  Type.Object({ errors: Type.Array(Type.Unknown(), { minItems: 1 }), data: Type.Optional(Type.Null()) }),
]);

export function limitLeftIn({ headers }: HostAnswer): RemainingLimit | null {
  const [remaining, limit] = [numberIn(headers['x-ratelimit-remaining']), numberIn(headers['x-ratelimit-limit'])];
  if (remaining === null || limit === null || limit === 0) return null;
  return { resource: String(headers['x-ratelimit-resource'] ?? ''), remaining, limit };
}

const numberIn = (header: unknown): number | null =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null;

/** Code-host support needs this ID. */
function hostRequestIdIn({ headers }: HostAnswer): string | null {
  const id = headers['x-github-request-id'];
  return typeof id === 'string' && /^[\w:.-]{1,100}$/.test(id) ? id : null;
}
