import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { choicePage, messagePage, sendPage, titleOf } from './html.ts';
import { rawParameter, rawQueryOf, withParameters } from './raw-query.ts';

/** Somebody looking at a page, or sending its form. There are no cookies: the address and the form say who it is. */
export interface Visit {
  readonly path: string;
  /** Null until somebody has been chosen. */
  readonly user: UserRecord | null;
  /** Undecoded, so that it goes back byte for byte. */
  readonly rawState: string | null;
  readonly query: URLSearchParams;
  /** The same query at this path, with parameters replaced; null takes one out. */
  address(path: string, change: Readonly<Record<string, string | null>>): string;
}

/** A visit of somebody who has said who they are. */
export interface PersonVisit extends Visit {
  readonly user: UserRecord;
}

/** A page, and the parameters of its path. */
export interface PageRoute {
  readonly Params: Readonly<Record<string, string>>;
}

/** Reads who is asking and what is kept from page to page. */
export function readVisit(request: FastifyRequest<PageRoute>, world: World): Visit {
  const [path = '/'] = (request.raw.url ?? '/').split('?', 1);
  const rawQuery = rawQueryOf(request.raw.url);
  const query = new URLSearchParams(rawQuery);
  const { login }: { login?: unknown } = Object(request.body);
  return {
    path,
    user: world.user(typeof login === 'string' ? login : (query.get('login') ?? '')),
    rawState: rawParameter(rawQuery, 'state'),
    query,
    address(to, change) {
      const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0] ?? '';
      const kept = rawQuery.split('&').filter((pair) => pair !== '' && !Object.hasOwn(change, nameOf(pair)));
      const set = Object.entries(change).flatMap(([name, value]) =>
        value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
      );
      return withParameters(to, [...set, ...kept]);
    },
  };
}

/** A page for a person: who comes without a login is asked first, and each answer is the same address with one. */
export const forPerson =
  (
    world: World,
    answer: (visit: PersonVisit, request: FastifyRequest<PageRoute>, reply: FastifyReply) => FastifyReply,
  ) =>
  async (request: FastifyRequest<PageRoute>, reply: FastifyReply) => {
    const visit = readVisit(request, world);
    const { user } = visit;
    return user ? answer({ ...visit, user }, request, reply) : sendPage(reply, whoPage(visit, world));
  };

function whoPage(visit: Visit, world: World): string {
  const people = world.offeredUsers().map((user) => ({
    href: visit.address(visit.path, { login: user.login }),
    accountId: user.id,
    title: titleOf(user),
    note: user.signInNote ?? '',
  }));
  return choicePage('Who are you?', 'No password is needed.', people);
}

/** Answers with the page for what does not exist, or not for this person. */
export const sendStrangerPage = (reply: FastifyReply) =>
  sendPage(
    reply.code(404),
    messagePage('Not found', 'There is no such account or installation, or it is none of your business.'),
  );

/** An address on this host that keeps the person. */
export const withLogin = (path: string, { login }: UserRecord) => `${path}?login=${encodeURIComponent(login)}`;
