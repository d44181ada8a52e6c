import { type Static, Type } from 'typebox';

/** A repository that an installation covers. */
export const CoveredRepositoryView = Type.Object({
  nameWithOwner: Type.String(),
  url: Type.String(),
  isPrivate: Type.Boolean(),
});
export type CoveredRepositoryView = Static<typeof CoveredRepositoryView>;

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
export type InstallationAccountSummary = Static<typeof InstallationAccountSummary>;

/** Totals over all installations of the session. Specification: Install status summary. */
export const InstallStatusSummary = Type.Object({
  totalInstallations: Type.Integer(),
  orgInstallations: Type.Integer(),
  totalRepositories: Type.Integer(),
  totalAccounts: Type.Integer(),
  organizationAccounts: Type.Integer(),
  userAccounts: Type.Integer(),
});
export type InstallStatusSummary = Static<typeof InstallStatusSummary>;

/** 200 of `GET /api/install/status`. */
export const InstallStatusAnswer = Type.Object({
  installed: Type.Boolean(),
  installationIds: Type.Array(Type.Integer()),
  accounts: Type.Array(InstallationAccountSummary),
  summary: InstallStatusSummary,
});
export type InstallStatusAnswer = Static<typeof InstallStatusAnswer>;

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
export type StartInstallationQuery = Static<typeof StartInstallationQuery>;

/** Query of `GET /api/install/callback`. A value that is missing is answered with its own sentence. */
export const CompleteInstallQuery = Type.Object({
  installation_id: Type.Optional(Type.String({ description: 'ID of the installation, in decimal digits.' })),
  state: Type.Optional(Type.String({ description: 'The state of `GET /api/install/start`.' })),
  setup_action: Type.Optional(Type.String({ description: '`install`, `update` or `request`.' })),
});
export type CompleteInstallQuery = Static<typeof CompleteInstallQuery>;

/** Body of `POST /api/install/complete`. */
export const CompleteInstallationRequest = Type.Object({ installationId: Type.Number() });
export type CompleteInstallationRequest = Static<typeof CompleteInstallationRequest>;

/** 200 of `POST /api/install/complete`. */
export const CompleteInstallationAnswer = Type.Object({ ok: Type.Literal(true), installationId: Type.Integer() });
export type CompleteInstallationAnswer = Static<typeof CompleteInstallationAnswer>;
