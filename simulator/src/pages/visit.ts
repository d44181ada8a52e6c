import type { FastifyRequest } from 'fastify';
import { rawParameter, rawQueryOf, withParameters } from '../oauth/return-address.ts';
import type { RepositoryRecord, UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';

/** Somebody looking at a page, or sending its form. There are no cookies: the address and the form say who it is. */
export interface InstallVisit {
  /** Null until somebody has been chosen. */
  readonly user: UserRecord | null;
  /** Undecoded, so that it goes back byte for byte. */
  readonly rawState: string | null;
  readonly query: URLSearchParams;
  /** The same query at this path, with parameters replaced; null takes one out. */
  address(path: string, change: Readonly<Record<string, string | null>>): string;
}

/** What the form of an installation page says. */
export interface InstallForm {
  /** Name of the button. */
  readonly decision: string;
  /** The repositories chosen; null when there is no sensible choice. */
  choice(repositories: readonly RepositoryRecord[]): 'all' | readonly RepositoryRecord[] | null;
}

/** Reads who is asking and what is kept from page to page. */
export function readVisit(request: FastifyRequest, world: World): InstallVisit {
  const rawQuery = rawQueryOf(request.raw.url);
  const query = new URLSearchParams(rawQuery);
  const { login }: { login?: unknown } = Object(request.body);
  return {
    user: world.user(typeof login === 'string' ? login : (query.get('login') ?? '')),
    rawState: rawParameter(rawQuery, 'state'),
    query,
    address(path, change) {
      const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';
      const kept = rawQuery.split('&').filter((pair) => pair !== '' && !Object.hasOwn(change, nameOf(pair)));
      const set = Object.entries(change).flatMap(([name, value]) =>
        value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
      );
      return withParameters(path, [...set, ...kept]);
    },
  };
}

/** Reads a posted form. */
export function readInstallForm(body: unknown): InstallForm {
  const fields = new Map<string, unknown>(Object.entries(Object(body)));
  return {
    decision: String(fields.get('decision') ?? ''),
    choice(repositories) {
      const selection = fields.get('selection');
      if (selection === 'all') return 'all';
      if (selection !== 'selected') return null;
      const wanted = new Set([fields.get('repository_ids[]') ?? []].flat().map(Number));
      const chosen = repositories.filter(({ id }) => wanted.has(id));
      return chosen.length > 0 && chosen.length === wanted.size ? chosen : null;
    },
  };
}
