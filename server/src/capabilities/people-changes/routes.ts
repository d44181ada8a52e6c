import { CHANGE_PEOPLE, PREVIEW_PEOPLE_CHANGE } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners } from '../../http/rights/access.ts';
import { departureOf } from '../../http/server/departure.ts';
import { askedBy } from '../../http/session/asked-by.ts';
import { type ChangeOneDeps, createChangeOne } from './change-one.ts';
import { type ChangePeopleDeps, createChangePeople } from './change-people.ts';
import { createLookAtPerson } from './look-at-person.ts';
import { ofChange, ofPreview } from './messages.ts';
import { createPreviewChange, type PreviewChangeDeps } from './preview-change.ts';

export interface PeopleChangeRoutesDeps extends Omit<ChangePeopleDeps, 'changeOne'>, Pick<ChangeOneDeps, 'audited'> {
  readonly codeHost: ChangePeopleDeps['codeHost'] &
    ChangeOneDeps['codeHost'] &
    PreviewChangeDeps['codeHost'] &
    Parameters<typeof createLookAtPerson>[0];
}

/** An addition to the specification. */
export const peopleChangeRoutes: FastifyPluginAsync<PeopleChangeRoutesDeps> = async (app, deps) => {
  const { codeHost } = deps;
  const lookAtPerson = createLookAtPerson(codeHost);
  const given = { ...deps, lookAtPerson };
  const preview = createPreviewChange(given);
  const change = createChangePeople({ ...given, changeOne: createChangeOne(given) });

  const access = owners('change people');
  addEndpoint(app, PREVIEW_PEOPLE_CHANGE, { access, wireOf: ofPreview }, (request, owner, reply) =>
    preview(owner, { ...request.body, left: departureOf(request, reply) }),
  );

  addEndpoint(app, CHANGE_PEOPLE, { access, wireOf: ofChange }, (request, owner) => {
    const { preview: token, confirmation = null } = request.body;
    return change(owner, { asked: askedBy(request), preview: token, confirmation });
  });
};
