import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import type { RequestHeaders } from '../../support/browser.ts';

/**
 * Everything that shows or changes people, tells of it, shows who asked for the App, or is about a person's own sessions:
 * none can be forgotten. The change comes last: after it, there is somebody less to ask about.
 */
export const CALLS: readonly Endpoint[] = ENDPOINTS.filter(
  ({ chapter, path }) =>
    chapter === 'People' || chapter === 'Audit log' || /^\/api\/(auth\/sessions|install\/requests)\b/.test(path),
).toSorted((a, b) => Number(a.id === 'changePeople') - Number(b.id === 'changePeople'));

export const isAboutSessions = ({ chapter }: Endpoint): boolean => chapter === 'Sign-in';

/** Returns true for endpoints without an organization: callers get their own data. */
export const isOwn = (endpoint: Endpoint): boolean =>
  isAboutSessions(endpoint) || endpoint.id === 'listInstallationRequests';

/** Names and IDs that exist. */
export interface Targets {
  readonly organization: string;
  readonly person: string;
  readonly repository: string;
  readonly exportId: string;
  readonly sessionId: string;
  readonly preview: string;
}

export interface EndpointAnswer {
  readonly status: number;
  /** The whole body; of events, until the first. */
  readonly text: string;
}

/** Asks for an endpoint with everything that it would understand. */
export async function call(
  url: string,
  endpoint: Endpoint,
  targets: Targets,
  headers: RequestHeaders,
): Promise<EndpointAnswer> {
  const { id, method, path } = endpoint;
  const body = endpoint.body === undefined ? undefined : JSON.stringify(BODIES[id]?.(targets));
  if (endpoint.body !== undefined && body === undefined) throw new Error(`no body is known for ${id}`);
  const leaving = new AbortController();
  const answer = await fetch(`${url}${addressOf(path, endpoint, targets)}${id === 'listPeople' ? '?teams=true' : ''}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    signal: leaving.signal,
    ...(body !== undefined && { body }),
  });
  let text = '';
  const decoder = new TextDecoder();
  const isEvents = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (isEvents && text.includes('data: ')) break;
  }
  leaving.abort();
  return { status: answer.status, text };
}

const BODIES: Readonly<Record<string, (targets: Targets) => unknown>> = {
  previewPeopleChange: ({ person }) => ({ change: { kind: 'remove' }, logins: [person] }),
  changePeople: ({ preview }) => ({ preview }),
};

function addressOf(path: string, endpoint: Endpoint, targets: Targets): string {
  const parts: Readonly<Record<string, string>> = {
    login: targets.organization,
    person: targets.person,
    repository: targets.repository,
    id: isAboutSessions(endpoint) ? targets.sessionId : targets.exportId,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const part = parts[name];
    if (part === undefined)
      throw new Error(`${endpoint.id} has a part '${name}' in its path of which no value is known`);
    return part;
  });
}
