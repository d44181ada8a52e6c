import { Type } from 'typebox';
import { endpoint, redirect } from '../endpoint.ts';
import { STATUS_ANSWERS_MAX_BYTES, STATUS_LIMIT_MS } from '../limits.ts';
import { size } from '../quantities.ts';
import { Nullable, type Shape } from '../shape.ts';

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
    description: 'ISO 8601 with milliseconds: when the cached record was last updated.',
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
  isOwn: Type.Boolean({ description: 'Whether the signed-in person made the request.' }),
  viewerCanApprove: Type.Boolean({ description: 'Whether they own the organization.' }),
  approvalUrl: Type.String({
    description: 'Page where an organization owner can approve or dismiss it.',
  }),
});
export type InstallationRequestView = Shape<typeof InstallationRequestView>;

export const InstallationRequestsAnswer = Type.Object({ requests: Type.Array(InstallationRequestView) });
export type InstallationRequestsAnswer = Shape<typeof InstallationRequestsAnswer>;

export const InstallStatusHeaders = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'The `ETag` of an earlier response.' })),
});

export const StartInstallationQuery = Type.Object({
  returnTo: Type.String({ default: '/', description: 'Redirect target, with the same rules as for sign-in.' }),
  targetId: Type.Optional(
    Type.String({
      description: 'ID of the organization or user to install on, in decimal digits; if omitted, people choose.',
    }),
  ),
  targetType: Type.Optional(
    Type.Union([Type.Literal('organization'), Type.Literal('user')], {
      description: 'Validated, but otherwise unused.',
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
      description: '`install`, `update`, or `request`: the owners were asked to approve the App, and there is no ID.',
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
  summary: 'Start installing the App',
  description: `
    Open this URL in a browser. Requests only the App's page from the code host, every ten minutes. Sets the cookie
    \`host_install_csrf\`, for the same requests as sign-in; an earlier one is overwritten.

    A duplicate parameter is refused. Unknown parameters are ignored. Checks, in this order: session, format of the
    parameters, \`targetId\`, length of \`returnTo\`. The state expires after ten minutes.
  `,
  session: 'begun',
  query: StartInstallationQuery,
  answers: redirect("To the code host's installation page; without a session, to sign-in and then back here."),
});

export const COMPLETE_INSTALL = endpoint({
  id: 'completeInstall',
  method: 'GET',
  path: '/api/install/callback',
  chapter: 'Installations',
  summary: 'Installation callback',
  description: `
    Called from the installation page, after an installation changes, and, through the sign-in callback, from OAuth during
    installation. Links the installation to the session that started it, otherwise to the request's session. Repeating it has
    no effect: the state can be reused until it expires. Clears the cookie \`host_install_csrf\`.

    Other parameters are ignored; a duplicate one counts as missing. Checks, in this order: state
    and ID are present; the state; the cookie, of which any may match; format of the ID; the session; its token,
    refreshed when due; the installation is in the list that the code host returns for this token, on any page (the first
    10,000). Installations of others and missing ones look the same and take the same time.

    An error is a small page with a link back for clients that accept \`text/html\`, and links nothing. Two of them clear the
    cookie, because retrying the same URL cannot succeed: the 401, and the 400 about an installation that does not
    exist or belongs to others.
  `,
  session: 'read',
  query: CompleteInstallQuery,
  checkedBy: 'handler',
  answers: redirect('To the page where the installation was started.'),
});

export const GET_INSTALL_STATUS = endpoint({
  id: 'getInstallStatus',
  method: 'GET',
  path: '/api/install/status',
  chapter: 'Installations',
  summary: "List the session's installations and their repositories",
  description: `
    Sorted by ID, repositories in the code host's order; the order of fields is not guaranteed. Served from the cache: the
    code host is only asked for repository lists that were never fetched, four at a time, for at most ${STATUS_LIMIT_MS / 1000}
    seconds. An outdated list is returned as is and refreshed in the background.

    A suspended installation is returned as last known, with an empty list and a count of 0 if unknown; the same applies if
    the code host does not respond in time: a request 30 seconds later retries, or after the reported rate limit resets. One
    reported as deleted is omitted. While the session is linked to it, it is checked again, up to ten times a minute
    per person; the link is removed when a second check at least five minutes later agrees.

    An installation made by someone else after this person signed in appears after the next sign-in or
    \`POST /api/install/complete\`.

    The \`ETag\` stays the same while the response does not change: send it to get a 304. Browsers
    do not cache API responses, so this is for programs. With \`Accept-Encoding: gzip\`, a response of up to ${size(STATUS_ANSWERS_MAX_BYTES)} is
    compressed.
  `,
  session: 'needed',
  headers: InstallStatusHeaders,
  answers: {
    200: {
      description: 'The installations and their totals.',
      json: InstallStatusAnswer,
      headers: { ETag: { type: 'string', description: 'Identifies the response.' } },
    },
    304: {
      description: 'Not changed since the response with this tag.',
      headers: { ETag: { type: 'string', description: 'The tag that was sent.' } },
    },
  },
});

export const LIST_INSTALLATION_REQUESTS = endpoint({
  id: 'listInstallationRequests',
  method: 'GET',
  path: '/api/install/requests',
  chapter: 'Installations',
  summary: 'List pending requests to install the App',
  description: `
    Returns requests made by the signed-in person, and those for organizations that they own, both at sign-in and
    currently, which is checked only if there are any. Other people's requests are not shown. Sorted by ID.

    The code host's list of requests is cached for one minute, so one that was approved or dismissed may
    still be included. If there are more than 500, some may be missing.
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
    It must be in the list that the code host returns for the signed-in person, on any page (the first 10,000). Installations
    of others and missing ones look the same.

    Checks, in this order: cross-site, session, body, ID, the session's token (refreshed when due), the list.
  `,
  session: 'needed',
  body: CompleteInstallationRequest,
  checkedBy: 'handler',
  answers: { 200: { description: 'Linked, or already linked.', json: CompleteInstallationAnswer } },
});
