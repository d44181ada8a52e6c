import { CHANGE_PEOPLE, PREVIEW_PEOPLE_CHANGE } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { owners } from '../../http/rights/access.ts';
import { departureOf } from '../../http/server/departure.ts';
import { requesterOf } from '../../http/session/requester-of.ts';
import { type ChangePeopleDeps, createChangePeople } from './change-people.ts';
import { type ChangePersonDeps, createChangePerson } from './change-person.ts';
import { ofChange, ofPreview } from './messages.ts';
import { createPreviewChange, type PreviewChangeDeps } from './preview-change.ts';
import { createReadPerson } from './read-person.ts';

export interface PeopleChangeRoutesDeps
  extends Omit<ChangePeopleDeps, 'changePerson'>,
    Pick<ChangePersonDeps, 'audited'> {
  readonly codeHost: ChangePeopleDeps['codeHost'] &
    ChangePersonDeps['codeHost'] &
    PreviewChangeDeps['codeHost'] &
    Parameters<typeof createReadPerson>[0];
}

/** An addition to the specification. */
export const peopleChangeRoutes: FastifyPluginAsync<PeopleChangeRoutesDeps> = async (app, deps) => {
  const { codeHost } = deps;
  const readPerson = createReadPerson(codeHost);
  const changeDeps = { ...deps, readPerson };
  const preview = createPreviewChange(changeDeps);
  const change = createChangePeople({ ...changeDeps, changePerson: createChangePerson(changeDeps) });

  const access = owners('change people');
  addEndpoint(app, PREVIEW_PEOPLE_CHANGE, { access, wireOf: ofPreview }, (request, owner, reply) =>
    preview(owner, { ...request.body, left: departureOf(request, reply) }),
  );

  addEndpoint(app, CHANGE_PEOPLE, { access, wireOf: ofChange }, (request, owner) => {
    const { preview: token, confirmation = null } = request.body;
    return change(owner, { requester: requesterOf(request), preview: token, confirmation });
  });
};
