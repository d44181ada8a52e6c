import { Type } from 'typebox';
import { endpoint, redirect } from './endpoint.ts';
import type { Shape } from './shape.ts';

/** A repository that an installation covers. */
export const CoveredRepositoryView = Type.Object({
  nameWithOwner: Type.String(),
  url: Type.String(),
  isPrivate: Type.Boolean(),
});
export type CoveredRepositoryView = Shape<typeof CoveredRepositoryView>;

/** One installation of the session. Specification: Installation account summary. */
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

/** Totals over all installations of the session. Specification: Install status summary. */
export const InstallStatusSummary = Type.Object({
  totalInstallations: Type.Integer(),
  orgInstallations: Type.Integer(),
  totalRepositories: Type.Integer(),
  totalAccounts: Type.Integer(),
  organizationAccounts: Type.Integer(),
  userAccounts: Type.Integer(),
});
export type InstallStatusSummary = Shape<typeof InstallStatusSummary>;

/** 200 of `GET /api/install/status`. */
export const InstallStatusAnswer = Type.Object({
  installed: Type.Boolean(),
  installationIds: Type.Array(Type.Integer()),
  accounts: Type.Array(InstallationAccountSummary),
  summary: InstallStatusSummary,
});
export type InstallStatusAnswer = Shape<typeof InstallStatusAnswer>;

/** Query of `GET /api/install/start`. */
export const StartInstallationQuery = Type.Object({
  returnTo: Type.String({ default: '/', description: 'Where to go afterwards, with the rules of signing in.' }),
  targetId: Type.Optional(
    Type.String({ description: 'ID of the organization or person to install on, in decimal digits.' }),
  ),
  targetType: Type.Optional(
    Type.Union([Type.Literal('organization'), Type.Literal('user')], {
      description: 'Checked, otherwise not used: the ID says all.',
    }),
  ),
});
export type StartInstallationQuery = Shape<typeof StartInstallationQuery>;

/** Query of `GET /api/install/callback`. A value that is missing is answered with its own sentence. */
export const CompleteInstallQuery = Type.Object({
  installation_id: Type.Optional(Type.String({ description: 'ID of the installation, in decimal digits.' })),
  state: Type.Optional(Type.String({ description: 'The state of `GET /api/install/start`.' })),
  setup_action: Type.Optional(Type.String({ description: '`install`, `update` or `request`.' })),
});
export type CompleteInstallQuery = Shape<typeof CompleteInstallQuery>;

/** Body of `POST /api/install/complete`. */
export const CompleteInstallationRequest = Type.Object({ installationId: Type.Number() });
export type CompleteInstallationRequest = Shape<typeof CompleteInstallationRequest>;

/** 200 of `POST /api/install/complete`. */
export const CompleteInstallationAnswer = Type.Object({ ok: Type.Literal(true), installationId: Type.Integer() });
export type CompleteInstallationAnswer = Shape<typeof CompleteInstallationAnswer>;

export const START_INSTALLATION = endpoint({
  id: 'startInstallation',
  method: 'GET',
  path: '/api/install/start',
  chapter: 'Installations',
  summary: 'Begin installing the App',
  description: 'For browsers to be sent to. Sets the cookie `host_install_csrf`.',
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
  description:
    'Links the installation to the session that began, else to that of the request. A refusal is a small page for ' +
    'whoever accepts `text/html`.',
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
  description: 'By ascending ID, from the cache; only lists it lacks are asked for.',
  session: 'needed',
  answers: { 200: { description: 'The installations and their totals.', json: InstallStatusAnswer } },
});

export const LINK_INSTALLATION = endpoint({
  id: 'linkInstallation',
  method: 'POST',
  path: '/api/install/complete',
  chapter: 'Installations',
  summary: 'Link an installation by its ID',
  description: 'It has to be in the list that the code host shows to the signed-in person.',
  session: 'needed',
  body: CompleteInstallationRequest,
  checkedBy: 'handler',
  answers: { 200: { description: 'Linked, now or before.', json: CompleteInstallationAnswer } },
});
