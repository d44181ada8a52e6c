import {
  CompleteSignInQuery,
  CurrentSessionAnswer,
  GetSessionQuery,
  MobileSignInAnswer,
  NoSessionAnswer,
  OkAnswer,
  StartSignInQuery,
} from '@orgdesk/contract';
import { answersOf, type Operation, REFUSES_CROSS_SITE, redirect, refusals } from '../../http/contract/operation.ts';
import { startWireOf, wireOf } from './messages.ts';

export const START_SIGN_IN: Operation = {
  id: 'startSignIn',
  chapter: 'Sign-in',
  summary: 'Begin a sign-in',
  description: 'For browsers to be sent to. Sets the cookie `host_auth_csrf`.',
  session: 'unused',
  query: StartSignInQuery,
  answers: answersOf(redirect("To the code host's authorization page."), refusals(startWireOf)),
};

export const COMPLETE_SIGN_IN: Operation = {
  id: 'completeSignIn',
  chapter: 'Sign-in',
  summary: 'Where the code host sends people back from signing in',
  description:
    'In web mode every outcome is a redirect: with the cookie `host_session`, or with `authError=<sentence>` in the ' +
    'query. In mobile mode the outcome is JSON.',
  session: 'unused',
  query: CompleteSignInQuery,
  answers: answersOf(
    { 200: { description: 'The session, in mobile mode.', json: MobileSignInAnswer } },
    redirect('To where the sign-in was begun, in web mode.'),
    refusals(wireOf),
  ),
};

export const GET_SESSION: Operation = {
  id: 'getSession',
  chapter: 'Sign-in',
  summary: 'The current session',
  description:
    "The code host's token is refreshed first when five minutes or less are left of it. With `optional=true`, having " +
    'no session is an ordinary answer.',
  session: 'needed',
  query: GetSessionQuery,
  answers: {
    200: { description: 'The session; with `optional=true` also that there is none.', json: CurrentSessionAnswer },
    401: { description: 'No session, or one whose token ended without another.', json: NoSessionAnswer },
  },
};

export const SIGN_OUT: Operation = {
  id: 'signOut',
  chapter: 'Sign-in',
  summary: 'End the session',
  description: 'Takes no body. Clears the cookies, and succeeds without a session too.',
  session: 'read',
  answers: answersOf({ 200: { description: 'Nobody is signed in any more.', json: OkAnswer } }, REFUSES_CROSS_SITE),
};
