import { Type } from 'typebox';
import { endpoint, redirect } from './endpoint.ts';
import { STATUS_ANSWERS_MAX_BYTES, STATUS_LIMIT_MS } from './limits.ts';
import { size } from './quantities.ts';
import { Nullable, type Shape } from './shape.ts';

export const CoveredRepositoryView = Type.Object({
  nameWithOwner: Type.String(),
  url: Type.String(),
  isPrivate: Type.Boolean(),
});
export type CoveredRepositoryView = Shape<typeof CoveredRepositoryView>;

/** Specification: Installation account summary. */
export const InstallationAccountSummary = Type.Object({
  installationId: Type.Integer(),
  accountLogin: Type.String(),
  accountType: Type.Union([Type.Literal('organization'), Type.Literal('user')]),
  repositoryCount: Type.Integer(),
  repositories: Type.Array(CoveredRepositoryView),
  updatedAt: Type.String({
    description: 'ISO 8601 with milliseconds: when the cached record was last brought up to date.',
  }),
});
export type InstallationAccountSummary = Shape<typeof InstallationAccountSummary>;

/** Specification: Install status summary. */
export const InstallStatusSummary = Type.Object({
  totalInstallations: Type.Integer(),
  orgInstallations: Type.Integer(),
  totalRepositories: Type.Integer(),
  totalAccounts: Type.Integer(),
  organizationAccounts: Type.Integer(),
  userAccounts: Type.Integer(),
});
export type InstallStatusSummary = Shape<typeof InstallStatusSummary>;

export const InstallStatusAnswer = Type.Object({
  installed: Type.Boolean(),
  installationIds: Type.Array(Type.Integer()),
  accounts: Type.Array(InstallationAccountSummary),
  summary: InstallStatusSummary,
});
export type InstallStatusAnswer = Shape<typeof InstallStatusAnswer>;

/** A pending request to install the App. */
export const InstallationRequestView = Type.Object({
  id: Type.Integer(),
  organization: Type.Object({ id: Type.Integer(), login: Type.String() }),
  requester: Type.Object({ id: Type.Integer(), login: Type.String(), avatarUrl: Nullable(Type.String()) }),
  requestedAt: Type.String({ description: 'ISO 8601 with milliseconds.' }),
  isOwn: Type.Boolean({ description: 'Whether the signed-in person asked.' }),
  viewerCanApprove: Type.Boolean({ description: 'Whether they own the organization.' }),
  approvalUrl: Type.String({
    description: 'Page of the code host where an owner of the organization approves or dismisses it.',
  }),
});
export type InstallationRequestView = Shape<typeof InstallationRequestView>;

export const InstallationRequestsAnswer = Type.Object({ requests: Type.Array(InstallationRequestView) });
export type InstallationRequestsAnswer = Shape<typeof InstallationRequestsAnswer>;

export const InstallStatusHeaders = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ description: 'The `ETag` of an earlier answer, if that is still at hand.' }),
  ),
});

export const StartInstallationQuery = Type.Object({
  returnTo: Type.String({ default: '/', description: 'Where to go afterwards, with the rules of signing in.' }),
  targetId: Type.Optional(
    Type.String({
      description: 'ID of the organization or person to install on, in decimal digits; without it people choose.',
    }),
  ),
  targetType: Type.Optional(
    Type.Union([Type.Literal('organization'), Type.Literal('user')], {
      description: 'Checked, otherwise not used: the ID says all.',
    }),
  ),
});
export type StartInstallationQuery = Shape<typeof StartInstallationQuery>;

/** Optional in the schema, because each missing value has its own message. */
export const CompleteInstallQuery = Type.Object({
  installation_id: Type.Optional(
    Type.String({ description: 'ID of the installation: decimal digits, no sign, no leading zero, at most 2^53 − 1.' }),
  ),
  state: Type.Optional(Type.String({ description: 'The state of `GET /api/install/start`.' })),
  setup_action: Type.Optional(
    Type.String({
      description:
        '`install`, `update`, or `request`: somebody asked the owners to approve the App, and there is no ID.',
    }),
  ),
});
export type CompleteInstallQuery = Shape<typeof CompleteInstallQuery>;

export const CompleteInstallationRequest = Type.Object({
  installationId: Type.Number({ description: 'A positive whole number up to 2^53 − 1. Other fields are ignored.' }),
});
export type CompleteInstallationRequest = Shape<typeof CompleteInstallationRequest>;

export const CompleteInstallationAnswer = Type.Object({ ok: Type.Literal(true), installationId: Type.Integer() });
export type CompleteInstallationAnswer = Shape<typeof CompleteInstallationAnswer>;

export const START_INSTALLATION = endpoint({
  id: 'startInstallation',
  method: 'GET',
  path: '/api/install/start',
  chapter: 'Installations',
  summary: 'Begin installing the App',
  description: `
    For browsers to be sent to. Asks the code host for nothing but the page of the App, every ten minutes. Sets the cookie
    \`host_install_csrf\`, for the same requests as at signing in; an earlier one is overwritten.

    A parameter that is given twice is refused. Unknown parameters are ignored. Checks, in this order: session, form of the
    parameters, \`targetId\`, length of \`returnTo\`. The state lives ten minutes.
  `,
  session: 'begun',
  query: StartInstallationQuery,
  answers: redirect("To the code host's install page; without a session to the sign-in, and back here afterwards."),
});

export const COMPLETE_INSTALL = endpoint({
  id: 'completeInstall',
  method: 'GET',
  path: '/api/install/callback',
  chapter: 'Installations',
  summary: 'Where the code host sends people back from installing',
  description: `
    From the install page, after a change of an installation, and, through the sign-in callback, from OAuth during
    installation. Links the installation to the session that began, else to that of the request, once however often this is
    repeated: the state may be used again while it lives. Clears the cookie \`host_install_csrf\`.

    Everything but the three parameters is ignored; one that is given twice counts as missing. Checks, in this order: state
    and ID are there; the state; the cookie, of several of which any may match; form of the ID; the session; its token,
    refreshed when it is due; the installation is in the list that the code host shows to this token, on any page (the first
    10,000). What is foreign and what does not exist look the same and cost the same.

    A refusal is a small page with a link back for whoever accepts \`text/html\`, and links nothing. Two of them clear the
    cookie, as trying the same address again cannot repair them: the 401, and the 400 about an installation that does not
    exist or is foreign.
  `,
  session: 'read',
  query: CompleteInstallQuery,
  checkedBy: 'handler',
  answers: redirect('To where the installation was begun.'),
});

export const GET_INSTALL_STATUS = endpoint({
  id: 'getInstallStatus',
  method: 'GET',
  path: '/api/install/status',
  chapter: 'Installations',
  summary: 'The installations of the session, with their repositories',
  description: `
    By ascending ID, repositories in the order of the code host; the order of fields is not promised. From the cache: the
    code host is asked only for repository lists that were never fetched, four at a time, and waited for no longer than ${STATUS_LIMIT_MS / 1000}
    seconds. A list that is known to be out of date is answered as it is, and fetched behind the answer.

    A suspended installation is as it was last known, with an empty list and a count of 0 if it never was; so is one of which
    the code host does not tell in time: a call half a minute later tries again, or when the limit it told of is over. One
    that the code host says is gone is left out. While the session is linked to it, it is asked for again, ten times a minute
    and person at most; the link goes when a second look agrees, five minutes later or more.

    An installation that somebody else made after this person signed in appears after the next sign-in, or
    \`POST /api/install/complete\`.

    The \`ETag\` holds while nothing in the answer changes: who keeps the answer, and sends the tag, is spared it. Browsers
    keep no answer of the API, so this is for programs. With \`Accept-Encoding: gzip\`, an answer of up to ${size(STATUS_ANSWERS_MAX_BYTES)} is
    compressed.
  `,
  session: 'needed',
  headers: InstallStatusHeaders,
  answers: {
    200: {
      description: 'The installations and their totals.',
      json: InstallStatusAnswer,
      headers: { ETag: { type: 'string', description: 'Names what is answered.' } },
    },
    304: {
      description: 'Nothing has changed since the answer with this tag.',
      headers: { ETag: { type: 'string', description: 'The tag that was sent.' } },
    },
  },
});

export const LIST_INSTALLATION_REQUESTS = endpoint({
  id: 'listInstallationRequests',
  method: 'GET',
  path: '/api/install/requests',
  chapter: 'Installations',
  summary: 'Requests to install the App that concern the signed-in person',
  description: `
    Those they made themselves, and those on organizations that they own: by their sign-in, and by what the code host says
    at this moment, which is asked only where there are any. Nobody else learns of a request. By ascending ID.

    The code host lists the requests to the App; what it says is kept for a minute, so one that was approved or dismissed may
    be among them for so long. Of more than 500, it is not promised that all are there.
  `,
  session: 'needed',
  answers: { 200: { description: 'The requests.', json: InstallationRequestsAnswer } },
});

export const LINK_INSTALLATION = endpoint({
  id: 'linkInstallation',
  method: 'POST',
  path: '/api/install/complete',
  chapter: 'Installations',
  summary: 'Link an installation by its ID',
  description: `
    It has to be in the list that the code host shows to the signed-in person, on any page (the first 10,000): what does not
    exist and what is foreign look the same.

    Checks, in this order: other site, session, body, ID, the session's token (refreshed when it is due), the list.
  `,
  session: 'needed',
  body: CompleteInstallationRequest,
  checkedBy: 'handler',
  answers: { 200: { description: 'Linked, now or before.', json: CompleteInstallationAnswer } },
});
