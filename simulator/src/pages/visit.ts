import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { choicePage, messagePage, type PageAnswer, sendAnswer, titleOf } from './html.ts';
import { rawParameter, rawQueryOf, withParameters } from './raw-query.ts';

/** Without cookies: URL or form names the person. */
type PageVisit = ReturnType<typeof readVisit>;

export interface PersonVisit extends PageVisit {
  readonly user: UserRecord;
}

interface PageRoute {
  readonly Params: Readonly<Record<string, string>>;
}

function readVisit(request: FastifyRequest<PageRoute>, world: World) {
  const [path = '/'] = (request.raw.url ?? '/').split('?', 1);
  const rawQuery = rawQueryOf(request.raw.url);
  const query = new URLSearchParams(rawQuery);
  const form = new Map<string, unknown>(Object.entries(Object(request.body)));
  const login = form.get('login');
  return {
    path,
    params: request.params,
    form: form as ReadonlyMap<string, unknown>,
    user: world.user(typeof login === 'string' ? login : (query.get('login') ?? '')),
    rawState: rawParameter(rawQuery, 'state'),
    query,
    address(to: string, change: Readonly<Record<string, string | null>>): string {
      const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';
      const remaining = rawQuery.split('&').filter((pair) => pair !== '' && !Object.hasOwn(change, nameOf(pair)));
      const set = Object.entries(change).flatMap(([name, value]) =>
        value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
      );
      return withParameters(to, [...set, ...remaining]);
    },
  };
}

/** A page to choose a login comes first; `nobody` answers forms without one. */
export const personPages =
  (server: FastifyInstance, world: World) =>
  (
    path: string,
    show: (visit: PersonVisit) => PageAnswer | Promise<PageAnswer>,
    carryOut?: (visit: PersonVisit) => PageAnswer | Promise<PageAnswer>,
    nobody?: PageAnswer,
  ): void => {
    const answer =
      (answerPerson: (visit: PersonVisit) => PageAnswer | Promise<PageAnswer>, stranger?: PageAnswer) =>
      async (request: FastifyRequest<PageRoute>, reply: FastifyReply) => {
        const visit = readVisit(request, world);
        const { user } = visit;
        return sendAnswer(reply, user ? await answerPerson({ ...visit, user }) : (stranger ?? whoPage(visit, world)));
      };
    server.get<PageRoute>(path, answer(show));
    if (carryOut) server.post<PageRoute>(path, answer(carryOut, nobody));
  };

function whoPage(visit: PageVisit, world: World): string {
  const people = world.offeredUsers().map((user) => ({
    href: visit.address(visit.path, { login: user.login }),
    accountId: user.id,
    title: titleOf(user),
    note: user.signInNote ?? '',
  }));
  return choicePage('Who are you?', 'No password is needed.', people);
}

export const STRANGER_PAGE = {
  status: 404,
  html: messagePage('Not found', 'There is no such account or installation, or it is none of your business.'),
} as const;

export const withLogin = (path: string, { login }: UserRecord) => `${path}?login=${encodeURIComponent(login)}`;
