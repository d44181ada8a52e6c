import type { Static, TSchema } from 'typebox';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { HostRefusal } from '../../../ports/code-host.ts';
import { fits } from '../send/fits.ts';
import { unexpected } from '../send/refusals.ts';
import type { HostAnswer } from '../send/transport.ts';
import { nextPage } from './page-links.ts';

/** One page of a list. */
export interface ListPage<T> {
  readonly body: T;
  /** Address of the next page, on the same host; null after the last one. */
  readonly next: string | null;
}

/** The page in an answer, refused when it does not fit the schema or its next page is on another host. */
export function listPage<S extends TSchema>(
  answer: Result<HostAnswer, HostRefusal>,
  apiUrl: string,
  schema: S,
): Result<ListPage<Static<S>>, HostRefusal> {
  if (!answer.ok) return answer;
  const { body } = answer.value;
  if (!fits(schema, body)) return refuse(unexpected());
  const next = nextPage(answer.value, apiUrl);
  return next.ok ? ok({ body, next: next.value }) : next;
}
