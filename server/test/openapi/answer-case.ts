import { type Answer, fetchOnce } from '../support/browser.ts';
import type { Service } from '../support/service/start-service.ts';

/** What a case needs of the service it runs against. */
export interface Place {
  readonly service: Service;
  readonly bearer: { readonly authorization: string };
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
}

/** A request, and which documented answer it brings about. */
export type Case = readonly [endpointId: string, status: number, what: string, ask: (place: Place) => Promise<Answer>];

/** What a request from another site carries. */
export const FOREIGN = { origin: 'https://evil.example' };

/** The session as a browser sends it. */
export const withCookie = ({ bearer }: Place) => ({
  cookie: `host_session=${bearer.authorization.slice('Bearer '.length)}`,
});

/** Where the cases are asked: a service, and somebody signed in. */
export function placeOf(service: Service, bearer: Place['bearer']): Place {
  return {
    service,
    bearer,
    get: (path, headers = {}) => fetchOnce(`${service.url}${path}`, { headers }),
    post: (path, body, headers = {}) =>
      fetchOnce(`${service.url}${path}`, {
        method: 'POST',
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      }),
  };
}
