import {
  CompleteInstallationAnswer,
  CompleteInstallationRequest,
  CompleteInstallQuery,
  InstallStatusAnswer,
  StartInstallationQuery,
} from '@orgdesk/contract';
import {
  answersOf,
  NEEDS_SESSION,
  type Operation,
  READS_JSON,
  REFUSES_CROSS_SITE,
  redirect,
  refusals,
} from '../../http/contract/operation.ts';
import { callbackWireOf, completeWireOf, startWireOf } from './messages.ts';

export const START_INSTALLATION: Operation = {
  id: 'startInstallation',
  chapter: 'Installations',
  summary: 'Begin installing the App',
  description: 'For browsers to be sent to. Sets the cookie `host_install_csrf`.',
  session: 'needed',
  query: StartInstallationQuery,
  answers: answersOf(
    redirect("To the code host's install page; without a session to the sign-in, and back here afterwards."),
    refusals(startWireOf),
  ),
};

export const COMPLETE_INSTALL: Operation = {
  id: 'completeInstall',
  chapter: 'Installations',
  summary: 'Where the code host sends people back from installing',
  description:
    'Links the installation to the session that began, else to that of the request. A refusal is a small page for ' +
    'whoever accepts `text/html`.',
  session: 'read',
  query: CompleteInstallQuery,
  answers: answersOf(redirect('To where the installation was begun.'), refusals(callbackWireOf, { page: true })),
};

export const GET_INSTALL_STATUS: Operation = {
  id: 'getInstallStatus',
  chapter: 'Installations',
  summary: 'The installations of the session, with their repositories',
  description: 'By ascending ID, from the cache; only lists it lacks are asked for.',
  session: 'needed',
  answers: answersOf(
    { 200: { description: 'The installations and their totals.', json: InstallStatusAnswer } },
    NEEDS_SESSION,
  ),
};

export const LINK_INSTALLATION: Operation = {
  id: 'linkInstallation',
  chapter: 'Installations',
  summary: 'Link an installation by its ID',
  description: 'It has to be in the list that the code host shows to the signed-in person.',
  session: 'needed',
  body: CompleteInstallationRequest,
  answers: answersOf(
    { 200: { description: 'Linked, now or before.', json: CompleteInstallationAnswer } },
    NEEDS_SESSION,
    REFUSES_CROSS_SITE,
    READS_JSON,
    refusals(completeWireOf),
  ),
};
