/**
 * The layers of ARCHITECTURE.md, executed: each imports only those before it. The database and the code host do not know
 * each other. A type import counts as an import, otherwise cycles return through types.
 */
const LAYERS = ['lib', 'domain', 'database', 'code-host', 'sessions', 'http', 'audit', 'jobs', 'features'];
const BESIDE = { 'code-host': ['database'] };
/** A feature imports only those before it. */
const FEATURES = [
  'installations',
  'sign-in',
  'organizations',
  'access',
  'webhooks',
  'graphql-proxy',
  'invitations',
  'people',
  'people-changes',
  'owner-rules',
  'organization-files',
  'who-has-access',
  'runs',
];
/**
 * Parts of `operate/` and what each may import. Commands, and the files beside the folders that start them, import
 * everything.
 */
const OPERATE = {
  'operate/config': ['lib', 'domain'],
  'operate/doctor': ['lib', 'domain', 'database', 'code-host', 'sessions', 'audit'],
  'operate/metrics': ['lib', 'domain', 'database', 'sessions', 'audit', 'jobs', 'operate/doctor', 'storage.ts'],
};
const layerPath = (name) =>
  name.endsWith('.ts') ? `^server/src/${name.replace('.', '[.]')}$` : `^server/src/${name}/`;
const featurePath = (name) => `^server/src/features/${name}/`;
/** Each of `names` with those before it. */
const inOrder = (names) => names.map((name, index) => ({ name, below: names.slice(0, index) }));

/** The folders of the simulator and what each may import; `parts` is a file beside them. */
const folders = {
  world: [],
  apps: ['world'],
  views: ['world', 'apps'],
  webhooks: ['world', 'apps', 'views'],
  pages: ['parts', 'world', 'apps'],
  oauth: ['parts', 'world', 'apps', 'pages'],
  platform: ['world', 'apps', 'views', 'webhooks', 'oauth'],
  api: ['parts', 'world', 'apps', 'views', 'oauth'],
  rest: ['parts', 'world', 'apps', 'views', 'webhooks', 'api'],
  graphql: ['parts', 'world', 'views', 'api'],
  control: ['parts', 'world', 'apps', 'oauth', 'api'],
};
const folderPath = (name) => `^simulator/src/${name}${name in folders ? '/' : '[.]ts$'}`;

module.exports = {
  forbidden: [
    ...inOrder(LAYERS).map(({ name, below }) => ({
      name: `layer-${name}`,
      severity: 'error',
      from: { path: layerPath(name) },
      to: {
        path: '^server/src/',
        pathNot: [name, ...below.filter((one) => !BESIDE[name]?.includes(one))].map(layerPath),
      },
    })),
    ...Object.entries(OPERATE).map(([name, below]) => ({
      name: `layer-${name}`,
      severity: 'error',
      from: { path: layerPath(name) },
      to: { path: '^server/src/', pathNot: [name, ...below].map(layerPath) },
    })),
    {
      name: 'logs-builds-and-traces-know-only-rules',
      severity: 'error',
      from: { path: '^server/src/operate/[^/]+[.]ts$' },
      to: { path: '^server/src/', pathNot: '^server/src/(lib|domain)/' },
    },
    ...inOrder(FEATURES).map(({ name, below }) => ({
      name: `feature-${name}`,
      severity: 'error',
      from: { path: featurePath(name) },
      to: { path: '^server/src/features/', pathNot: [name, ...below].map(featurePath) },
    })),
    {
      name: 'features-are-in-order',
      comment: 'A new feature gets an entry in FEATURES.',
      severity: 'error',
      from: { path: '^server/src/features/', pathNot: FEATURES.map(featurePath) },
      to: {},
    },
    ...Object.entries(folders).map(([name, below]) => ({
      name: `simulator-${name}`,
      severity: 'error',
      from: { path: folderPath(name) },
      to: { path: '^simulator/src/', pathNot: [name, ...below].map(folderPath) },
    })),
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'domain-is-pure',
      comment: 'Of the contract it knows the limits and how letter case is ignored, which import nothing.',
      severity: 'error',
      from: { path: '^server/src/domain/' },
      to: { pathNot: '^(server/src/(domain|lib)/|contract/src/(limits|strings/fold-ascii)[.]ts$)' },
    },
    {
      name: 'only-stores-know-the-query-builder',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/database/|[/-]store[.]ts$|/store/' },
      to: { path: 'node_modules/kysely' },
    },
    {
      name: 'only-routes-know-the-web-framework',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/(http/|app[.]ts$)|[/-]routes[.]ts$' },
      to: { path: 'node_modules/(@fastify/|fastify)' },
    },
    {
      name: 'use-cases-know-no-http',
      comment: 'Apart from answers that features share.',
      severity: 'error',
      from: { path: '^server/src/(audit|jobs|features)/', pathNot: '[/-]routes[.]ts$' },
      to: { path: '^server/src/http/', pathNot: '^server/src/http/refusals[.]ts$' },
    },
    {
      name: 'one-way-to-the-code-host',
      comment:
        'Through createSend, which takes only addresses that hostPath built. reach.ts calls the configured addresses.',
      severity: 'error',
      from: {
        path: '^server/src/code-host/',
        pathNot: '/(send/bounded-fetch|app/reach)[.]ts$',
      },
      to: { path: '^(node:)?https?2?$' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|organization-files|people-files|command-framework|simulator|console|client|cli)/' },
    },
    {
      name: 'shared-packages-know-only-the-contract',
      comment: 'The service, the console and the command line use them.',
      severity: 'error',
      from: { path: '^(organization-files|people-files|command-framework)/src/' },
      to: {
        path: '^(server|organization-files|people-files|command-framework|simulator|console|client|cli|bench|scripts)/',
        pathNot: '^$1/',
      },
    },
    {
      name: 'limits-import-nothing',
      severity: 'error',
      from: { path: '^contract/src/(limits|strings/fold-ascii)[.]ts$' },
      to: {},
    },
    {
      name: 'simulator-shares-no-code',
      severity: 'error',
      from: { path: '^simulator/' },
      to: { path: '^(server|contract|organization-files|people-files|command-framework|console|client)/' },
    },
    {
      name: 'the-service-does-not-import-the-simulator',
      severity: 'error',
      from: {
        path: '^(server/src|contract|organization-files/src|people-files/src|command-framework/src|console/src|client/src|cli/src)/',
      },
      to: { path: '^simulator/' },
    },
    {
      name: 'the-client-runs-anywhere',
      comment: 'It needs nothing but fetch. Its types of the contract are generated.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'the-service-does-not-know-its-client',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^client/' },
    },
    {
      name: 'the-command-line-knows-only-the-client',
      comment: 'Besides the shared packages and what names changes; it is installed without the service.',
      severity: 'error',
      from: { path: '^cli/src/' },
      to: {
        path: '^(server|contract|console|bench|scripts)/',
        pathNot: [
          '^contract/src/(people/across/(columns|filters|merge)[.]|(organizations/file/plan-texts|strings/csv|limits|result)[.]ts$)',
        ],
      },
    },
    {
      name: 'only-the-program-knows-the-command-line',
      severity: 'error',
      from: {
        path: '^(server|console|client|contract)/',
        pathNot: '^server/src/operate/commands/table[.]ts$',
      },
      to: { path: '^cli/' },
    },
    {
      name: 'the-console-knows-only-contract-and-client',
      severity: 'error',
      from: { path: '^console/src/' },
      to: { path: '^(server|organization-files|command-framework)/' },
    },
    {
      name: 'console-features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^console/src/features/([^/]+)/' },
      to: { path: '^console/src/features/', pathNot: '^console/src/features/$1/' },
    },
    {
      name: 'console-direction',
      severity: 'error',
      from: { path: '^console/src/(lib|components)/' },
      to: { path: '^console/src/(features|routes|app)/' },
    },
    {
      name: 'console-features-do-not-know-the-pages',
      severity: 'error',
      from: { path: '^console/src/features/' },
      to: { path: '^console/src/(routes|app)/' },
    },
    {
      name: 'console-pages-do-not-know-the-app',
      severity: 'error',
      from: { path: '^console/src/routes/' },
      to: { path: '^console/src/app/' },
    },
    {
      name: 'nobody-knows-the-bench',
      comment: 'What it is compared with is no part of the product.',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API to parse with yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    // Packages are in dist/ too, and rules name some of them.
    exclude: { path: '^[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@orgdesk/source', 'import', 'node', 'default', 'types'],
    },
  },
};
