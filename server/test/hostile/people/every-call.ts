import type { Endpoint } from '@orgdesk/contract';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import type { RequestHeaders } from '../../support/browser.ts';

/**
 * Everything that shows or changes people, tells of it, shows who asked for the App, or is about a person's own sessions:
 * none can be forgotten. The change comes last: after it, there is somebody less to ask about.
 */
export const CALLS: readonly Endpoint[] = ENDPOINTS.filter(
  ({ id, method, chapter, path }) =>
    chapter === 'People' ||
    chapter === 'Audit log' ||
    (chapter === 'Jobs' && (method === 'GET' || id === 'startAccessExport' || id === 'startPeopleChange')) ||
    /^\/api\/(auth\/sessions|install\/requests)\b/.test(path),
).toSorted((a, b) => Number(a.id === 'startPeopleChange') - Number(b.id === 'startPeopleChange'));

const isAboutSessions = ({ chapter }: Endpoint): boolean => chapter === 'Sign-in';

/** Returns true for endpoints without an organization: callers get their own data. */
export const isOwn = (endpoint: Endpoint): boolean =>
  isAboutSessions(endpoint) || endpoint.id === 'listInstallationRequests' || isAcross(endpoint);

/** Returns true for endpoints about all organizations that the caller owns. */
export const isAcross = ({ path }: Endpoint): boolean => /^\/api\/(people|runs$)/.test(path);

/** Returns true for endpoints about a run, which only its person knows. */
export const isOfRun = ({ path }: Endpoint): boolean => path.startsWith('/api/runs/');

/** Names and IDs that exist. */
export interface Targets {
  readonly organization: string;
  readonly person: string;
  readonly repository: string;
  readonly exportId: string;
  readonly sessionId: string;
  readonly preview: string;
  readonly finding: { readonly key: string; readonly name: string; readonly seal: string };
  readonly until: string;
  readonly organizationId: number;
  readonly runId: string;
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
  const answer = await fetch(`${url}${addressOf(path, endpoint, targets)}${QUERIES[id] ?? ''}`, {
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

const QUERIES: Readonly<Record<string, string>> = {
  listPeople: '?teams=true',
  listPeopleAcross: '?teams=true&invitations=true',
};

const BODIES: Readonly<Record<string, (targets: Targets) => unknown>> = {
  previewPeopleChange: ({ person }) => ({ change: { kind: 'remove' }, logins: [person] }),
  previewPeopleAcross: ({ person, organizationId }) => ({
    change: { kind: 'remove' },
    logins: [person],
    organizations: [organizationId],
  }),
  revokePersonalTokens: () => ({ ids: [1] }),
  startPeopleChange: ({ preview }) => ({ previews: [preview] }),
  dismissFindings: ({ finding, until }) => ({ findings: [finding], until, reason: 'Known' }),
  restoreFindings: ({ finding: { key } }) => ({ keys: [key] }),
};

function addressOf(path: string, endpoint: Endpoint, targets: Targets): string {
  const parts: Readonly<Record<string, string>> = {
    login: targets.organization,
    person: targets.person,
    repository: targets.repository,
    run: targets.runId,
    id: isAboutSessions(endpoint) ? targets.sessionId : targets.exportId,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const part = parts[name];
    if (part === undefined)
      throw new Error(`${endpoint.id} has a part '${name}' in its path of which no value is known`);
    return part;
  });
}
