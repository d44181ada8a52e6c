import type { Static, TSchema } from 'typebox';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import type { Log } from '../../../ports/system.ts';
import { fits } from '../send/fits.ts';
import { unexpected, usable } from '../send/refusals.ts';
import type { HostAnswer, HostTransport } from '../send/transport.ts';
import { listPage } from './list-page.ts';
import { PAGE_SIZE, PAGES_MAX } from './paging.ts';

/** Reads over REST with a user's token. An answer that does not fit the schema is refused as a whole. */
export interface RestReader {
  /** One resource. */
  one<S extends TSchema>(token: HostToken, path: string, schema: S): Promise<Result<Static<S>, HostRefusal>>;
  /**
   * All pages of a list, each as it came; a failure on any page is a failure of the list. What comes after
   * `PAGES_MAX` pages is left out and logged.
   */
  pages<S extends TSchema>(
    token: HostToken,
    path: string,
    query: Readonly<Record<string, string>>,
    schema: S,
  ): Promise<Result<readonly Static<S>[], HostRefusal>>;
}

/** REST on the API address. */
export function createRestReader(apiUrl: string, send: HostTransport, log: Log): RestReader {
  async function get(
    token: HostToken,
    url: string,
    parameters: HostAnswerQuery,
  ): Promise<Result<HostAnswer, HostRefusal>> {
    const headers = { authorization: `Bearer ${token}` };
    return usable(await send({ method: 'GET', url, headers, parameters, secrets: [token] }));
  }

  return {
    async one(token, path, schema) {
      const answer = await get(token, apiUrl + path, {});
      if (!answer.ok) return answer;
      return fits(schema, answer.value.body) ? ok(answer.value.body) : refuse(unexpected());
    },

    // The pagination plugin ends a list silently on 409, takes the first key of a wrapper for the list and
    // follows links to other hosts with the token.
    async pages<S extends TSchema>(token: HostToken, path: string, query: HostAnswerQuery, schema: S) {
      const pages: Static<S>[] = [];
      let url = apiUrl + path;
      let parameters: HostAnswerQuery = { ...query, per_page: String(PAGE_SIZE) };
      while (pages.length < PAGES_MAX) {
        const page = listPage(await get(token, url, parameters), apiUrl, schema);
        if (!page.ok) return page;
        pages.push(page.value.body);
        if (page.value.next === null) return ok(pages);
        url = page.value.next;
        parameters = {};
      }
      log.warn(
        { path, pages: PAGES_MAX },
        'a list of the code host has more pages than are read; the rest is left out',
      );
      return ok(pages);
    },
  };
}

type HostAnswerQuery = Readonly<Record<string, string>>;
