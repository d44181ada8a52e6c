import { CHANGE_PEOPLE, PREVIEW_PEOPLE_CHANGE } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { dueToRefusal, sendRefusal } from '../../http/contract/refusals.ts';
import { departureOf } from '../../http/server/departure.ts';
import { askedBy } from '../../http/session/asked-by.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import { retryAfterSeconds } from '../../refusals.ts';
import { type ChangeOneDeps, createChangeOne } from './change-one.ts';
import { type ChangePeopleDeps, createChangePeople } from './change-people.ts';
import { createLookAtPerson } from './look-at-person.ts';
import { ofChange, ofPreview } from './messages.ts';
import { createPreviewChange, type PreviewChangeDeps } from './preview-change.ts';

export interface PeopleChangeRoutesDeps
  extends Omit<ChangePeopleDeps, 'changeOne' | 'stopping'>,
    Pick<ChangeOneDeps, 'audited'> {
  readonly codeHost: ChangePeopleDeps['codeHost'] &
    ChangeOneDeps['codeHost'] &
    PreviewChangeDeps['codeHost'] &
    Parameters<typeof createLookAtPerson>[0];
  readonly guard: SessionGuard;
}

/** An addition to the specification. */
export const peopleChangeRoutes: FastifyPluginAsync<PeopleChangeRoutesDeps> = async (app, deps) => {
  const { guard, clock, codeHost } = deps;
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const lookAtPerson = createLookAtPerson(codeHost);
  const given = { ...deps, lookAtPerson, stopping: stopping.signal };
  const preview = createPreviewChange(given);
  const change = createChangePeople({ ...given, changeOne: createChangeOne(given) });

  const onRequest = [guard.requireSession(), guard.refuseCrossSite];
  addEndpoint(app, PREVIEW_PEOPLE_CHANGE, { onRequest, wireOf: ofPreview }, async (request, reply) => {
    const { session } = callerOf(request);
    const left = departureOf(request, reply);
    const previewed = await preview({ session, login: request.params.login, ...request.body, left });
    if (previewed.ok) return previewed.value;
    const { refusal } = previewed;
    return sendRefusal(reply, ofPreview[refusal.kind], retryAfterSeconds(refusal, clock.now()));
  });

  addEndpoint(app, CHANGE_PEOPLE, { onRequest, wireOf: ofChange }, async (request, reply) => {
    const { session } = callerOf(request);
    const { preview: token, confirmation = null } = request.body;
    const asked = askedBy(request);
    const changed = await change({ session, asked, login: request.params.login, preview: token, confirmation });
    if (changed.ok) return changed.value;
    const { refusal } = changed;
    return sendRefusal(reply, dueToRefusal(ofChange[refusal.kind], refusal), retryAfterSeconds(refusal, clock.now()));
  });
};
